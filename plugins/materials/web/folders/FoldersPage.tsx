import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { Link } from '#core/web/router/links.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Empty } from '#core/web/ui/Empty.tsx';
import { ROUTER } from '#core/web/router/router.ts';

import { KINDS } from '#plugins/materials/calls.ts';
import { LibraryActions } from '../actions/LibraryActions.ts';
import { useMaterialUses } from '../actions/use-material-uses.ts';
import { addressOf } from '../list/library-address.ts';
import { FOLDERS_TYPE, setDragged } from '../parts/drag-types.ts';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { FolderMenu } from './FolderMenu.tsx';
import { FoldersStore, type FolderRow } from '../list/FoldersStore.ts';
import { SpaceLine } from './SpaceLine.tsx';
import { NewFolderField, RenameFolderField } from './FolderNameFields.tsx';
import './FolderTree.css';
import './FoldersPage.css';

/** All folders as a tree with what is in them, to be put in order. */
export default observer(function FoldersPage() {
  const t = useText();
  const i18n = useService(I18N);
  const router = useService(ROUTER);
  const folders = useStore(FoldersStore);
  const actions = useStore(LibraryActions);
  const grid = useRef<HTMLDivElement>(null);
  const [making, setMaking] = useState<{ below: string | null } | null>(null);
  const [stop, setStop] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => folders.follow(KINDS), [folders]);
  useMaterialUses();

  const { shown, failure } = folders;
  const isRead = folders.folders !== null;
  const tabStop = shown.some(({ folder }) => folder.id === stop) ? stop : (shown[0]?.folder.id ?? null);

  const focus = (row: FolderRow | undefined): void => {
    if (row === undefined) return;
    setStop(row.folder.id);
    grid.current?.querySelector<HTMLElement>(`[data-folder="${row.folder.id}"]`)?.focus();
  };

  function press(event: KeyboardEvent<HTMLElement>, row: FolderRow): void {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = shown.indexOf(row);
    const { id, parentId } = row.folder;
    const isOpen = folders.isOpen(id);
    const handlers: Record<string, () => void> = {
      ArrowDown: () => focus(shown[at + 1]),
      ArrowUp: () => focus(shown[at - 1]),
      Home: () => focus(shown[0]),
      End: () => focus(shown.at(-1)),
      ArrowRight: () => (isOpen || !row.hasChildren ? focus(shown[at + 1]) : folders.setOpen(id, true)),
      ArrowLeft: () =>
        isOpen && row.hasChildren
          ? folders.setOpen(id, false)
          : focus(shown.find(({ folder }) => folder.id === parentId)),
      Enter: () => void router.go(addressOf('video', { folder: id })),
      F2: () => folders.rename(id),
      Delete: () => {
        focus(shown[at + 1] ?? shown[at - 1]);
        void actions.remove({ folderIds: [id] });
      },
    };
    const handler = handlers[event.key];
    if (handler === undefined) return;
    event.preventDefault();
    handler();
  }

  const dropOn = (target: string | null) => ({
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(FOLDERS_TYPE) || !actions.mayDrop(target)) return;
      event.preventDefault();
      event.stopPropagation();
      setOver(target ?? 'top');
    },
    onDragLeave: () => setOver(null),
    onDrop(event: DragEvent) {
      const { dragged } = actions;
      setOver(null);
      if (dragged === null) return;
      event.preventDefault();
      event.stopPropagation();
      actions.drag(null);
      void actions.move(dragged, target);
    },
  });

  const maker = (below: string | null, level: number) => (
    <div key="making" role="row" className="rp-folder-row" aria-level={level + 1}>
      <span role="gridcell" className="rp-folder-row__name" style={{ paddingInlineStart: 12 + level * 24 }}>
        <span className="rp-folder__toggle" />
        <Icon name="folder" />
        <NewFolderField below={below} within={grid} end={() => setMaking(null)} />
      </span>
    </div>
  );

  return (
    <div className="rp-folders-page">
      <header className="rp-folders-page__head">
        <h1>{t('materials:folders.title')}</h1>
        <Button variant="primary" icon="folder-plus" onClick={() => setMaking({ below: null })}>
          {t('materials:folder.new')}
        </Button>
      </header>
      <SpaceLine />
      {failure !== null && !isRead && (
        <LoadError text={t('materials:folder.failed')} error={failure.error} onRetry={() => void folders.load()} />
      )}
      {isRead && shown.length === 0 && making === null && (
        <Empty title={t('materials:folders.none')} text={t('materials:folders.none-text')} />
      )}
      {isRead && (shown.length > 0 || making !== null) && (
        <div
          ref={grid}
          className="rp-folder-table"
          role="treegrid"
          aria-label={t('materials:folders.title')}
          data-over={over === 'top' || undefined}
          {...dropOn(null)}
        >
          <div role="row" className="rp-folder-row rp-folder-row--head">
            <span role="columnheader" className="rp-folder-row__name">
              {t('materials:folder.name')}
            </span>
            {KINDS.map((kind) => (
              <span key={kind} role="columnheader" className="rp-folder-row__count">
                {t(`materials:kind.${kind}`)}
              </span>
            ))}
            <span role="columnheader" className="rp-folder-row__time">
              {t('materials:folders.made')}
            </span>
            <span role="columnheader">
              <span className="rp-visually-hidden">{t('materials:folders.actions')}</span>
            </span>
          </div>
          {making !== null && making.below === null && maker(null, 0)}
          {shown.map((row) => {
            const { folder, level, hasChildren, position, siblings } = row;
            const { id, name, counts, createdAt } = folder;
            const isRenaming = folders.renaming === id;
            return [
              <div
                key={id}
                role="row"
                className="rp-folder-row"
                data-folder={id}
                data-over={over === id || undefined}
                aria-level={level}
                aria-posinset={position}
                aria-setsize={siblings}
                aria-expanded={hasChildren ? folders.isOpen(id) : undefined}
                tabIndex={tabStop === id ? 0 : -1}
                draggable={!isRenaming}
                onFocus={() => setStop(id)}
                onKeyDown={(event) => press(event, row)}
                onDragStart={(event) => {
                  actions.drag({ folderIds: [id] });
                  setDragged(event.dataTransfer, FOLDERS_TYPE, [id], name);
                }}
                onDragEnd={() => actions.drag(null)}
                {...dropOn(id)}
              >
                <span
                  role="gridcell"
                  className="rp-folder-row__name"
                  style={{ paddingInlineStart: 12 + (level - 1) * 24 }}
                >
                  <span
                    className="rp-folder__toggle"
                    aria-hidden="true"
                    onClick={() => hasChildren && folders.setOpen(id, !folders.isOpen(id))}
                  >
                    {hasChildren && <Icon name={folders.isOpen(id) ? 'chevron-down' : 'chevron-right'} size={16} />}
                  </span>
                  <Icon name="folder" />
                  {isRenaming ? (
                    <RenameFolderField folder={folder} within={grid} />
                  ) : (
                    <Link className="rp-folder-row__text" to={addressOf('video', { folder: id })} tabIndex={-1}>
                      {name}
                    </Link>
                  )}
                </span>
                {KINDS.map((kind) => (
                  <span key={kind} role="gridcell" className="rp-folder-row__count">
                    {counts[kind] === 0 ? (
                      <span className="rp-folder-row__zero">0</span>
                    ) : (
                      <Link
                        to={addressOf(kind, { folder: id })}
                        aria-label={t(`materials:folders.open-${kind}`, { name, count: counts[kind] })}
                      >
                        {i18n.count(counts[kind])}
                      </Link>
                    )}
                  </span>
                ))}
                <span role="gridcell" className="rp-folder-row__time" title={i18n.time(createdAt)}>
                  {i18n.ago(createdAt)}
                </span>
                <span role="gridcell">
                  <FolderMenu
                    folder={folder}
                    isStop
                    make={() => {
                      folders.setOpen(id, true);
                      setMaking({ below: id });
                    }}
                  />
                </span>
              </div>,
              making?.below === id && maker(id, level),
            ];
          })}
        </div>
      )}
    </div>
  );
});
