import { useCallback, useEffect, useMemo, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { SearchField } from '#core/web/components/SearchField.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { filesOfTransfer, type FoundFile } from '#core/web/uploads/dropped-files.ts';
import { Popover } from '#core/web/ui/Popover.tsx';

import { MATERIALS, type PickOptions } from '#plugins/materials/api.ts';
import type { Material } from '#plugins/materials/calls.ts';
import { FoldersStore } from '../list/FoldersStore.ts';
import { FolderTree } from '../folders/FolderTree.tsx';
import { EmptyLibrary } from '../library/EmptyLibrary.tsx';
import { FilterBar } from '../library/FilterBar.tsx';
import { SortMenu } from '../library/SortMenu.tsx';
import { useFilePicker } from '../library/use-file-picker.tsx';
import { Libraries } from '../list/Libraries.ts';
import type { Library } from '../list/Library.ts';
import { MaterialFeed } from '../list/MaterialFeed.ts';
import { SoundBox } from '../parts/SoundBox.ts';
import { MaterialUploads } from '../upload/MaterialUploads.ts';
import { SourcesMenu } from '../sources/SourcesMenu.tsx';
import { acceptOf } from '../upload/upload-rules.ts';
import { MaterialView } from '../view/MaterialView.tsx';
import { PickerState } from './PickerState.ts';
import { pickerActions } from './picker-actions.ts';
import './PickerDialog.css';

/** Lets materials be chosen for something: searched for, looked at, uploaded on the way. */
export default observer(function PickerDialog({ close, ...options }: PickOptions & DialogControl<Material[]>) {
  const { kind } = options;
  const libraries = useStore(Libraries);
  const [library, setLibrary] = useState<Library | null>(null);
  useEffect(() => {
    const made = libraries.make(kind);
    setLibrary(made);
    return () => made.dispose();
  }, [libraries, kind]);
  return library === null ? null : <Picker library={library} options={options} close={close} />;
});

interface PickerProps extends DialogControl<Material[]> {
  library: Library;
  options: PickOptions;
}

const Picker = observer(function Picker({ library, options, close }: PickerProps) {
  const t = useText();
  const i18n = useService(I18N);
  const context = usePluginContext();
  const folders = useStore(FoldersStore);
  const materialUploads = useStore(MaterialUploads);
  const feed = useStore(MaterialFeed);
  const sound = useStore(SoundBox);
  const [state] = useState(() => new PickerState(options));
  const { kind, multiple = false } = options;
  const [chosenBefore] = useState(() => options.chosen ?? []);
  const { query } = library;

  useEffect(() => library.follow(), [library]);
  useEffect(() => folders.follow([kind]), [folders, kind]);
  useEffect(() => () => sound.stop(), [sound]);
  useEffect(() => {
    const stop = feed.follow({ changed: state.take, lost: () => undefined });
    return () => void stop();
  }, [feed, state]);
  useEffect(() => {
    if (chosenBefore.length === 0) return;
    // Without them the picker starts with an empty selection; the error catalogue shows why.
    context
      .get(MATERIALS)
      .find(chosenBefore)
      .then(
        (found) => state.begin(chosenBefore.flatMap((id) => found.get(id) ?? [])),
        () => undefined,
      );
  }, [chosenBefore, context, state]);

  const finish = useCallback(
    (material?: Material) => {
      if (material !== undefined && !multiple) {
        if (!state.has(material.id)) state.toggle(material);
        if (!state.has(material.id)) return;
      }
      close(state.materials);
    },
    [close, state, multiple],
  );
  const viewActions = useMemo(() => pickerActions(library, state, finish), [library, state, finish]);
  const folderId = query.folder === 'all' || query.folder === 'top' ? null : query.folder;
  const folderName =
    folderId === null
      ? t(query.folder === 'all' ? 'materials:folder.all' : 'materials:folder.loose')
      : (folders.get(folderId)?.name ?? '');
  const take = usePluginCallback(async (found: FoundFile[]) => {
    await materialUploads.take(found, { kind, folderId });
  });
  const receive = usePluginCallback(async (transfer: DataTransfer) => take(await filesOfTransfer(transfer)));
  const files = useFilePicker(acceptOf([kind]), take);

  return (
    <div
      className="rp-picker"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={(event) => {
        event.preventDefault();
        receive(event.dataTransfer);
      }}
    >
      <DialogTitle>{t(multiple ? `materials:pick.${kind}-many` : `materials:pick.${kind}`)}</DialogTitle>
      <div className="rp-picker__head">
        <div className="rp-picker__folder">
          <Popover
            label={t('materials:column.folder')}
            side="below-start"
            trigger={(panel) => (
              <Button {...panel} icon="folder" aria-label={t('materials:pick.folder', { folder: folderName })}>
                {folderName}
              </Button>
            )}
          >
            {(closeFolders) => (
              <div className="rp-picker__folders">
                <FolderTree
                  kind={kind}
                  current={query.folder}
                  open={(choice) => {
                    query.open(choice);
                    closeFolders();
                  }}
                  canManage={false}
                  making={null}
                  setMaking={() => undefined}
                  label={t('materials:folder.tree')}
                />
              </div>
            )}
          </Popover>
        </div>
        <SearchField
          opensHere
          value={query.search.text}
          label={t('materials:search')}
          onType={query.search.type}
          onSearch={query.search.search}
        />
        <div className="rp-picker__looks" role="group" aria-label={t('materials:view.label')}>
          <SortMenu query={query} />
          <IconButton
            icon={query.view === 'grid' ? 'list' : 'grid'}
            label={t(query.view === 'grid' ? 'materials:view.table' : 'materials:view.grid')}
            onClick={() => query.show(query.view === 'grid' ? 'table' : 'grid')}
          />
        </div>
        <SourcesMenu to={{ kind, folderId }} take={take} />
        <Button icon="upload" onClick={files.choose}>
          {t('materials:upload')}
        </Button>
      </div>
      <FilterBar library={library} withTrash={false} />
      <MaterialView
        key={query.view}
        library={library}
        viewActions={viewActions}
        label={t(`materials:kind.${kind}`)}
        empty={<EmptyLibrary library={library} choose={files.choose} />}
      />
      <footer className="rp-picker__foot">
        <p role="status">
          {state.size === 0 ? t('materials:pick.none') : t('materials:chosen.count', { count: i18n.count(state.size) })}
        </p>
        {state.size > 0 && multiple && (
          <Button size="small" variant="quiet" onClick={state.clear}>
            {t('materials:chosen.clear')}
          </Button>
        )}
        <span />
        <Button onClick={() => close()}>{t('materials:cancel')}</Button>
        <Button variant="primary" disabled={state.size === 0 && chosenBefore.length === 0} onClick={() => finish()}>
          {t('materials:pick.confirm')}
        </Button>
      </footer>
      {files.fields}
    </div>
  );
});
