import { useId } from 'react';

import { useText } from '#core/web/react/use-text.ts';

import { CommandLine } from './CommandLine.tsx';
import { ShotOutlines } from './ShotOutlines.tsx';

/** As long as no library takes clips: what works, the command on the server's console. */
export function ConsoleStart() {
  const t = useText();
  const heading = useId();
  return (
    <section className="rp-start" aria-labelledby={heading}>
      <ShotOutlines />
      <h2 id={heading}>{t('workbench:start.console')}</h2>
      <p className="rp-start__text">{t('workbench:start.console-text')}</p>
      <CommandLine command={t('workbench:start.command')} isNext />
      <p className="rp-start__text">{t('workbench:start.demo-text')}</p>
      <CommandLine command={t('workbench:start.demo')} />
    </section>
  );
}
