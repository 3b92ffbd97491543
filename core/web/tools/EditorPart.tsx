import type { ReactNode } from 'react';

import { Button } from '../components/Button.tsx';
import { useText } from '../react/use-text.ts';

export interface EditorPartProps {
  title: string;
  /** Gives these settings to all other videos; left out where there are none. */
  onApplyToAll?: (() => void) | undefined;
  /** Beside the title: something else that is done with these settings as a whole. */
  action?: ReactNode;
  children: ReactNode;
}

/** Settings under a heading, in the panel of a `VideoEditor`. */
export function EditorPart({ title, onApplyToAll, action, children }: EditorPartProps) {
  const t = useText();
  return (
    <section className="rp-editor-part">
      <header>
        <h3>{title}</h3>
        {action}
        {onApplyToAll !== undefined && (
          <Button size="small" variant="quiet" icon="layers" onClick={onApplyToAll}>
            {t('shell:tools.apply-all')}
          </Button>
        )}
      </header>
      {children}
    </section>
  );
}
