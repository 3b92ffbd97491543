import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { COMMANDS } from '#core/web/commands/commands.ts';
import { Icon, type IconName } from '#core/web/components/Icon.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useText } from '#core/web/react/use-text.ts';

import { MENU } from '../menu/menu.ts';
import { matchesWords } from './matches-words.ts';
import { keyLabel } from '#core/web/commands/key-label.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { PlainInput } from '#core/web/components/PlainInput.tsx';
import './CommandPalette.css';

interface Choice {
  id: string;
  group: 'pages' | 'commands';
  title: string;
  icon: IconName;
  keys?: string;
  run(): void;
}

/** Finds pages and commands by name. */
export default observer(function CommandPalette({ close }: DialogControl) {
  const { get } = useKernel();
  const t = useText();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  const { sections } = get(MENU);
  const commands = get(COMMANDS).list;
  const all = useMemo<readonly Choice[]>(
    () => [
      ...sections.flatMap(({ entries }) =>
        entries.map(({ to, title, icon, lock }): Choice => ({
          id: `page:${to}`,
          group: 'pages',
          title: t(title),
          icon: lock === null ? icon : 'lock',
          run: () => void get(ROUTER).go(to),
        })),
      ),
      ...commands
        .filter((command) => command.id !== 'shell.palette')
        .map((command): Choice => ({
          id: command.id,
          group: 'commands',
          title: t(command.title, command.params),
          icon: 'command',
          keys: command.keys,
          // The command registry reports its failure.
          run: () =>
            void get(COMMANDS)
              .run(command.id)
              .catch(() => undefined),
        })),
    ],
    [sections, commands, t, get],
  );
  const found = all.filter(({ title }) => matchesWords(title, text));
  const chosen = Math.min(at, Math.max(0, found.length - 1));

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const pick = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    close();
    // Run it after this dialog has returned the focus, which the command may take.
    setTimeout(choice.run);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((chosen + step + found.length) % found.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      pick(found[chosen]);
    }
  };

  return (
    <div className="rp-palette">
      <div className="rp-palette__field">
        <Icon name="search" />
        <PlainInput
          role="combobox"
          spellCheck={false}
          data-autofocus
          aria-expanded={found.length > 0}
          aria-controls={found.length === 0 ? undefined : `${id}-list`}
          aria-activedescendant={found.length === 0 ? undefined : `${id}-${chosen}`}
          aria-label={t('shell:palette.title')}
          placeholder={t('shell:palette.placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
      </div>
      <p className="rp-visually-hidden" role="status">
        {t('shell:palette.count', { count: found.length })}
      </p>
      {found.length === 0 && <p className="rp-palette__none">{t('shell:palette.none', { text })}</p>}
      <div
        ref={list}
        id={`${id}-list`}
        className="rp-palette__list"
        role="listbox"
        aria-label={t('shell:palette.title')}
        hidden={found.length === 0}
      >
        {found.map((choice, index) => (
          <div key={choice.id} role="presentation">
            {choice.group !== found[index - 1]?.group && (
              <p className="rp-palette__group" role="presentation">
                {t(`shell:palette.${choice.group}`)}
              </p>
            )}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className="rp-palette__choice"
              onPointerMove={() => setAt(index)}
              onClick={() => pick(choice)}
            >
              <Icon name={choice.icon} />
              <span>{choice.title}</span>
              {choice.keys !== undefined && <kbd>{keyLabel(choice.keys)}</kbd>}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
});
