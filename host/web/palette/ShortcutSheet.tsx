import { COMMANDS } from '#core/web/commands/commands.ts';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import { keyLabel } from '#core/web/commands/key-label.ts';
import './ShortcutSheet.css';

/** Lists every command that has a shortcut. */
export default observer(function ShortcutSheet() {
  const t = useText();
  const commands = useService(COMMANDS).list.filter(({ keys }) => keys !== undefined);
  return (
    <>
      <DialogTitle>{t('shell:shortcuts.title')}</DialogTitle>
      <dl className="rp-shortcuts">
        {commands.map(({ id, title, keys }) => (
          <div key={id}>
            <dt>{t(title)}</dt>
            <dd>
              <kbd>{keyLabel(keys ?? '')}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
});
