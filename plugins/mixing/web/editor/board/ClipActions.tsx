import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';
import { MenuItem } from '#core/web/ui/DropdownMenu.tsx';
import { SlotItems } from '#core/web/views/plugins/SlotItems.tsx';

import { CLIP_ACTIONS, type ClipAction } from '#plugins/mixing/api.ts';
import type { PlacedClip } from '../store/edit-project.ts';
import { useEditor } from '../store/use-editor.ts';
import { runClipAction } from './run-clip-action.ts';

interface ClipActionProps {
  action: ClipAction;
  clips: readonly PlacedClip[];
}

/** What plugins do with several clips, as buttons. */
export function ClipActionButtons({ clips }: Pick<ClipActionProps, 'clips'>) {
  return <SlotItems slot={CLIP_ACTIONS}>{(action) => <ActionButton action={action} clips={clips} />}</SlotItems>;
}

/** The same as entries of a menu. */
export function ClipActionItems({ clips }: Pick<ClipActionProps, 'clips'>) {
  return <SlotItems slot={CLIP_ACTIONS}>{(action) => <ActionItem action={action} clips={clips} />}</SlotItems>;
}

const ActionButton = observer(function ActionButton({ action, clips }: ClipActionProps) {
  const t = useText();
  const store = useEditor();
  const [isBusy, setBusy] = useState(false);
  const run = usePluginCallback(async () => {
    setBusy(true);
    try {
      await runClipAction(store, action, clips);
    } finally {
      setBusy(false);
    }
  });
  return (
    <Button size="small" icon={action.icon} busy={isBusy} onClick={run}>
      {t(action.title, { count: clips.length })}
    </Button>
  );
});

const ActionItem = observer(function ActionItem({ action, clips }: ClipActionProps) {
  const t = useText();
  const store = useEditor();
  const run = usePluginCallback(() => runClipAction(store, action, clips));
  return (
    <MenuItem icon={action.icon} onChoose={run}>
      {t(action.title, { count: clips.length })}
    </MenuItem>
  );
});
