import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';

import { ExportDraft } from './ExportDraft.ts';

/** Where pieces go in the library. */
export const FolderLine = observer(function FolderLine() {
  const t = useText();
  const draft = useStore(ExportDraft);
  const isReadOnly = useReadOnly();
  const { destination } = draft;
  const isNew = destination.kind === 'new';
  return (
    <div className="rp-pieces-folder">
      <span>{t(isNew ? 'pieces:to-new' : destination.folderId === null ? 'pieces:to-top' : 'pieces:to-chosen')}</span>
      <Button
        size="small"
        variant="quiet"
        icon="folder"
        disabled={isReadOnly}
        onClick={() => void draft.chooseFolder()}
      >
        {t('pieces:folder-choose')}
      </Button>
      {!isNew && (
        <Button size="small" variant="quiet" icon="folder-plus" disabled={isReadOnly} onClick={draft.useNewFolder}>
          {t('pieces:folder-new')}
        </Button>
      )}
    </div>
  );
});
