import { Button } from '#core/web/components/Button.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';

import { PublishDraft } from './PublishDraft.ts';

/** Takes what a run of a tool has made; nothing where there is none. */
export const RunMenu = observer(function RunMenu() {
  const t = useText();
  const i18n = useService(I18N);
  const draft = useStore(PublishDraft);
  const { value: runs } = useFollowed(draft.runs);
  const take = usePluginCallback((id: string) => draft.taken.takeRun(id));
  if (runs === null || runs.length === 0) return null;
  return (
    <DropdownMenu
      label={t('publishing:compose.runs')}
      trigger={(properties) => (
        <Button {...properties} icon="list">
          {t('publishing:compose.runs')}
        </Button>
      )}
    >
      {runs.map(({ id, name, videos, createdAt }) => (
        <MenuItem key={id} onChoose={() => take(id)}>
          {t('publishing:compose.run', { name, count: videos, time: i18n.time(createdAt) })}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
});
