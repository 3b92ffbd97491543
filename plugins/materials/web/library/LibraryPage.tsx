import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { STORAGE } from '#core/web/storage/storage.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import { KINDS, type MaterialKind } from '#plugins/materials/calls.ts';
import { useHasNext } from '../actions/ActionButtons.tsx';
import { LibraryActions } from '../actions/LibraryActions.ts';
import { useActionCommands } from '../actions/use-action-commands.ts';
import { useMaterialUses } from '../actions/use-material-uses.ts';
import { DetailsPanel } from '../details/DetailsPanel.tsx';
import { FoldersStore } from '../list/FoldersStore.ts';
import { FolderTree, NewFolderButton } from '../folders/FolderTree.tsx';
import { SpaceLine } from '../folders/SpaceLine.tsx';
import { Libraries } from '../list/Libraries.ts';
import type { FolderChoice } from '../list/list-filters.ts';
import { SoundBox } from '../parts/SoundBox.ts';
import { Link } from '#core/web/router/links.ts';
import { LoadError } from '#core/web/components/LoadError.tsx';
import type { FoundFile } from '#core/web/uploads/dropped-files.ts';
import { FreshUploads } from '../upload/FreshUploads.ts';
import { MaterialUploads } from '../upload/MaterialUploads.ts';
import { acceptOf } from '../upload/upload-rules.ts';
import { MaterialView } from '../view/MaterialView.tsx';
import { ArrivalsNote } from './ArrivalsNote.tsx';
import { DropVeil } from './DropVeil.tsx';
import { EmptyLibrary } from './EmptyLibrary.tsx';
import { FilterBar } from './FilterBar.tsx';
import { addressOf, useShown } from '../list/library-address.ts';
import { FreshBar } from './FreshBar.tsx';
import { LibraryHead } from './LibraryHead.tsx';
import { MaterialMenu, type MenuPlace } from './MaterialMenu.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useFilePicker } from './use-file-picker.tsx';
import { useViewActions } from './use-view-actions.ts';
import './LibraryPage.css';

const SIDE_KEY = 'side';

/** The materials of one kind: folders at the left, the list in the middle, details at the right. */
export const LibraryPage = observer(function LibraryPage({ kind }: { kind: MaterialKind }) {
  const t = useText();
  const router = useService(ROUTER);
  const toasts = useService(TOASTS);
  const storage = useService(STORAGE);
  const folders = useStore(FoldersStore);
  const actions = useStore(LibraryActions);
  const materialUploads = useStore(MaterialUploads);
  const fresh = useStore(FreshUploads);
  const sound = useStore(SoundBox);
  const library = useStore(Libraries).of(kind);
  const { query, selection } = library;
  const shown = useShown(kind);
  const { folder, id } = shown;
  useMaterialUses();
  useActionCommands(library);
  // For what stays the same from one material to the next.
  const now = useRef(shown);
  useLayoutEffect(() => {
    now.current = shown;
  });
  const [making, setMaking] = useState<{ below: string | null } | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [isSideOpen, setSideOpen] = useState(() => storage.read(SIDE_KEY) !== 'closed');
  const [isDrawerOpen, setDrawerOpen] = useState(false);

  // Returning without a folder in the address opens the previous one.
  const [left] = useState(() => (folder === 'all' && query.folder !== 'all' ? query.folder : null));
  const [isBack, setBack] = useState(left === null);
  useEffect(() => {
    if (left === null) return;
    const to = addressOf(kind, { folder: left, id: now.current.id });
    void router.go(to, { replace: true }).finally(() => setBack(true));
  }, [left, router, kind]);
  useEffect(() => {
    if (isBack || folder !== 'all') query.open(folder);
  }, [query, folder, isBack]);
  useEffect(() => folders.follow([kind]), [folders, kind]);
  useEffect(() => () => sound.stop(), [sound]);
  useEffect(() => {
    // Also where nothing is left that could have the focus.
    const press = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.shiftKey || key.toLowerCase() !== 'z') {
        return;
      }
      if (target instanceof Element && target.closest('input, textarea, [role="dialog"]') !== null) return;
      event.preventDefault();
      void actions.undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [actions]);
  useEffect(() => library.follow(), [library]);
  const isUnknown =
    folder !== 'all' && folder !== 'top' && folders.folders !== null && folders.get(folder) === undefined;
  const isRead = folders.folders !== null;
  const known = useRef<FolderChoice | null>(null);
  useEffect(() => {
    if (isRead && !isUnknown) known.current = folder;
    if (!isUnknown) return;
    // Whoever was in it when it was deleted knows of that.
    if (known.current !== folder) {
      toasts.show({ kind: 'info', key: 'materials.folder', text: () => t('materials:folder-missing') });
    }
    void router.go(addressOf(kind), { replace: true });
  }, [isRead, isUnknown, folder, router, kind, toasts, t]);

  const openFolder = (choice: FolderChoice): void => {
    setDrawerOpen(false);
    void router.go(addressOf(kind, { folder: choice }));
  };
  const openDetails = useCallback(
    (next: string | null) => {
      const { folder: here, id: open } = now.current;
      // Stepping through them is one step back.
      void router.go(addressOf(kind, { folder: here, id: next }), { replace: open !== null && next !== null });
      if (next !== null) library.selection.setFocus(next);
    },
    [router, kind, library],
  );
  const isOpen = useCallback(() => now.current.id !== null, []);
  const viewActions = useViewActions({ library, open: openDetails, isOpen });

  const folderId = folder === 'all' || folder === 'top' ? null : folder;
  const drop = useCallback(
    async (found: FoundFile[]) => fresh.expect(await materialUploads.take(found, { kind, folderId })),
    [materialUploads, fresh, kind, folderId],
  );
  const take = usePluginCallback(drop);
  const files = useFilePicker(acceptOf(KINDS.toSorted((a) => (a === kind ? -1 : 0))), take);
  const hasNext = useHasNext(kind);
  const isFresh = selection.size === 0 && fresh.of(kind).length > 0;
  const folderName = folderId === null ? null : (folders.get(folderId)?.name ?? null);
  const toggleSide = (): void => {
    if (matchMedia('(width < 960px)').matches) {
      setDrawerOpen(!isDrawerOpen);
      return;
    }
    setSideOpen(!isSideOpen);
    storage.write(SIDE_KEY, isSideOpen ? 'closed' : 'open');
  };

  return (
    <div
      ref={page}
      className="rp-library rp-full-page"
      data-side={isSideOpen ? 'open' : 'closed'}
      data-drawer={isDrawerOpen || undefined}
      onDragEnd={() => actions.drag(null)}
    >
      {isDrawerOpen && <div className="rp-library__veil" onClick={() => setDrawerOpen(false)} />}
      <section
        className="rp-library__side"
        aria-label={t('materials:folder.tree')}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isDrawerOpen && !event.defaultPrevented) setDrawerOpen(false);
        }}
      >
        <header>
          <h2>{t('materials:folder.tree')}</h2>
          <NewFolderButton below={folderId} setMaking={setMaking} />
          <IconButton
            className="rp-library__drawer-close"
            icon="close"
            size="small"
            label={t('materials:side.hide')}
            onClick={() => setDrawerOpen(false)}
          />
        </header>
        <div className="rp-library__tree">
          {folders.failure !== null && folders.folders === null && (
            <LoadError
              text={t('materials:folder.failed')}
              error={folders.failure.error}
              onRetry={() => void folders.load()}
            />
          )}
          <FolderTree
            kind={kind}
            current={folder}
            open={openFolder}
            canManage
            making={making}
            setMaking={setMaking}
            label={t('materials:folder.tree')}
          />
        </div>
        <Link className="rp-library__record" to="/material/list/record">
          <Icon name="history" size={16} />
          {t('materials:record.title')}
        </Link>
        <SpaceLine />
      </section>
      <section className="rp-library__main" aria-label={t(`materials:kind.${kind}`)}>
        <LibraryHead
          library={library}
          files={files}
          open={openFolder}
          toggleSide={toggleSide}
          isSideOpen={isSideOpen}
          isNextElsewhere={hasNext && (isFresh || (selection.size > 0 && !query.filters.trash))}
        />
        {isFresh && hasNext && <FreshBar kind={kind} />}
        {selection.size > 0 ? <SelectionBar library={library} /> : <FilterBar library={library} withTrash />}
        <ArrivalsNote library={library} />
        <MaterialView
          key={query.view}
          library={library}
          viewActions={viewActions}
          onMenu={setMenu}
          label={t(`materials:kind.${kind}`)}
          empty={<EmptyLibrary library={library} choose={files.choose} />}
        />
      </section>
      {id !== null && <DetailsPanel library={library} id={id} open={openDetails} close={() => openDetails(null)} />}
      {id !== null && <div className="rp-library__details-veil" onClick={() => openDetails(null)} />}
      {files.fields}
      <MaterialMenu
        library={library}
        place={menu}
        open={openDetails}
        close={(isDone) => {
          setMenu(null);
          if (isDone) page.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
        }}
      />
      <DropVeil
        where={folderName === null ? t('materials:drop.library') : t('materials:drop.folder', { folder: folderName })}
        take={drop}
      />
    </div>
  );
});
