import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { FolderChoice } from '#core/web/tools/FolderChoice.tsx';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';

import { SplitDraft } from '../draft/SplitDraft.ts';

/** Where shots go, and the buttons that export them. */
export const ExportBar = observer(function ExportBar() {
  const t = useText();
  const draft = useStore(SplitDraft);
  const isReadOnly = useReadOnly();
  const { rule, batch } = draft;
  const { isStarting, lockedAbove } = draft.inputs;
  const { open, items } = batch;
  const shots = open === null ? [] : (draft.shotsOf(open.id)?.shots(rule) ?? []);
  const chosen = shots.filter(({ isLeftOut }) => !isLeftOut).length;
  const isOne = items.length === 1;
  return (
    <>
      <FolderChoice folder={draft.folder} />
      {lockedAbove !== null && <p role="status">{t('shell:tools.locked-above', { most: lockedAbove })}</p>}
      <Button
        variant={isOne ? 'primary' : undefined}
        size="large"
        icon="download"
        busy={isOne && isStarting}
        disabled={isReadOnly || chosen === 0 || isStarting}
        onClick={() => void draft.exportShown()}
      >
        {t('segmentation:export', { count: chosen })}
      </Button>
      {!isOne && (
        <Button
          variant="primary"
          size="large"
          icon="split"
          busy={isStarting}
          disabled={isReadOnly}
          onClick={() => void draft.splitAll()}
        >
          {t('segmentation:split-all', { count: items.length })}
        </Button>
      )}
    </>
  );
});
