import { Button } from '#core/web/components/Button.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import CoverDialog, { type ChosenCover, type CoverDialogProps } from './CoverDialog.tsx';
import { PublishDraft } from './PublishDraft.ts';
import type { Work } from './TakenWorks.ts';

/** Opens what chooses the cover of a video, and says which it has. */
export const CoverButton = observer(function CoverButton({ work }: { work: Work }) {
  const t = useText();
  const draft = useStore(PublishDraft);
  const dialogs = useService(DIALOGS);
  const { name, fileId, url } = work;
  const cover = draft.covers.chosen[fileId] ?? null;
  const picture = cover?.kind === 'picture' ? (draft.covers.pictures[cover.id] ?? null) : null;
  const choose = usePluginCallback(async () => {
    const asked = { name, url, cover, picture, count: draft.works.length, choosePicture: draft.choosePicture };
    const look = { width: 560, height: 640 };
    const dialog = async () => ({ default: CoverDialog });
    const chosen = await dialogs.show<Omit<CoverDialogProps, 'close'>, ChosenCover>(dialog, asked, look);
    if (chosen !== undefined) draft.setCover(work, chosen);
  });
  const text = t(cover === null ? 'publishing:cover.button' : `publishing:cover.has-${cover.kind}`);
  return (
    <Button size="small" variant="quiet" aria-label={t('publishing:cover.of', { text, name })} onClick={choose}>
      {text}
    </Button>
  );
});
