import { useEffect, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Things } from '../actions/LibraryActions.ts';
import type { FolderChoice } from '../list/list-filters.ts';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { FoldersStore } from '../list/FoldersStore.ts';
import { FolderTree } from './FolderTree.tsx';
import './FolderDialog.css';

interface FolderDialogProps extends DialogControl<{ to: string | null }> {
  /** What is to be moved: no folder goes into itself. */
  things?: Things;
  /** What is asked instead. */
  question?: { title: string; confirm: string };
}

/** Asks for a folder: where materials and folders are to be moved, or what else is wanted with it. */
export default observer(function FolderDialog({ things = {}, question, close }: FolderDialogProps) {
  const t = useText();
  const folders = useStore(FoldersStore);
  const [choice, setChoice] = useState<FolderChoice | null>(null);
  const [making, setMaking] = useState<{ below: string | null } | null>(null);
  const { ids = [], folderIds = [] } = things;
  useEffect(() => folders.follow([]), [folders]);

  const isRefused = (folder: string): boolean => folderIds.some((id) => folders.isWithin(folder, id));
  return (
    <>
      <DialogTitle>
        {question?.title ?? t('materials:move.title', { count: ids.length + folderIds.length })}
      </DialogTitle>
      {folders.failure !== null && folders.folders === null && (
        <LoadError
          text={t('materials:folder.failed')}
          error={folders.failure.error}
          onRetry={() => void folders.load()}
        />
      )}
      <div className="rp-folder-dialog">
        <FolderTree
          kind={null}
          current={choice ?? ''}
          open={setChoice}
          canManage={false}
          isRefused={isRefused}
          making={making}
          setMaking={setMaking}
          label={t('materials:folder.tree')}
        />
      </div>
      <Button
        variant="quiet"
        size="small"
        icon="folder-plus"
        onClick={() => {
          if (choice !== null && choice !== 'top') folders.setOpen(choice, true);
          setMaking({ below: choice === null || choice === 'top' ? null : choice });
        }}
      >
        {t('materials:folder.new')}
      </Button>
      <DialogActions>
        <Button onClick={() => close()}>{t('materials:cancel')}</Button>
        <Button
          variant="primary"
          disabled={choice === null}
          onClick={() => choice !== null && close({ to: choice === 'top' ? null : choice })}
        >
          {question?.confirm ?? t('materials:move.confirm')}
        </Button>
      </DialogActions>
    </>
  );
});
