import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { SearchField } from '#core/web/components/SearchField.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { MaterialKind } from '#plugins/materials/calls.ts';
import { LibraryActions } from '../actions/LibraryActions.ts';
import type { FolderChoice } from '../list/list-filters.ts';
import { FOLDERS_TYPE, MATERIALS_TYPE, setDragged } from '../parts/drag-types.ts';
import { FolderMenu } from './FolderMenu.tsx';
import { FoldersStore, type FolderRow } from '../list/FoldersStore.ts';
import { NewFolderField, RenameFolderField } from './FolderNameFields.tsx';
import './FolderTree.css';

export interface FolderTreeProps {
  /** Whose materials are counted; null counts none, and leaves out the entry for everything. */
  kind: MaterialKind | null;
  current: FolderChoice;
  open(folder: FolderChoice): void;
  /** Folders can be renamed, moved and deleted, and take what is dropped. */
  canManage: boolean;
  /** Cannot be opened, such as a folder that is to be moved. */
  isRefused?(folder: string): boolean;
  /** Where a folder is being made: in a folder, or at the top; null when none is. */
  making: { below: string | null } | null;
  setMaking(making: { below: string | null } | null): void;
  label: string;
}

const OPEN_AFTER = 600;
/** Up to this many folders need no search. */
const FEW = 8;

/** The folder tree, preceded by "all" and "in no folder"; many folders can be searched. */
export const FolderTree = observer(function FolderTree(props: FolderTreeProps) {
  const { kind, current, open, canManage, isRefused = () => false, making, setMaking, label } = props;
  const t = useText();
  const i18n = useService(I18N);
  const folders = useStore(FoldersStore);
  const actions = useStore(LibraryActions);
  const tree = useRef<HTMLUListElement>(null);
  const [stop, setStop] = useState<FolderChoice>(current);
  const [over, setOver] = useState<FolderChoice | null>(null);
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined);

  const [text, setText] = useState('');
  const words = text.trim();
  const isSearching = words !== '';
  const shown = isSearching ? folders.matching(words) : folders.shown;
  const fixed: FolderChoice[] = isSearching ? [] : kind === null ? ['top'] : ['all', 'top'];
  const order: FolderChoice[] = [...fixed, ...shown.map(({ folder }) => folder.id)];
  const tabStop = order.includes(stop) ? stop : (order[0] ?? 'all');
  const counts = kind === null ? undefined : folders.counts[kind];

  const focus = (choice: FolderChoice | undefined): void => {
    if (choice === undefined) return;
    setStop(choice);
    tree.current?.querySelector<HTMLElement>(`[data-folder="${choice}"]`)?.focus();
  };

  function press(event: KeyboardEvent<HTMLElement>): void {
    const choice = event.currentTarget.dataset['folder'];
    if (choice === undefined || event.target !== event.currentTarget) return;
    const at = order.indexOf(choice);
    const row = shown.find(({ folder }) => folder.id === choice);
    const isOpen = row !== undefined && (isSearching || folders.isOpen(choice));
    const handlers: Record<string, () => void> = {
      ArrowDown: () => focus(order[at + 1]),
      ArrowUp: () => focus(order[at - 1]),
      Home: () => focus(order[0]),
      End: () => focus(order.at(-1)),
      ArrowRight: () => {
        if (row?.hasChildren !== true) return;
        if (isOpen) focus(order[at + 1]);
        else folders.setOpen(choice, true);
      },
      ArrowLeft: () => {
        if (row === undefined) return;
        if (isOpen && row.hasChildren && !isSearching) folders.setOpen(choice, false);
        else focus(row.folder.parentId ?? undefined);
      },
      Enter: () => enter(choice),
      ' ': () => enter(choice),
      ...(canManage && row !== undefined
        ? { F2: () => folders.rename(choice), Delete: () => void actions.remove({ folderIds: [choice] }) }
        : {}),
    };
    const handler = handlers[event.key];
    if (handler === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    handler();
  }

  function enter(choice: FolderChoice): void {
    if (isRefused(choice)) return;
    setStop(choice);
    open(choice);
  }

  function dragOver(event: DragEvent, choice: FolderChoice): void {
    const { types } = event.dataTransfer;
    if (!types.includes(MATERIALS_TYPE) && !types.includes(FOLDERS_TYPE)) return;
    if (choice === 'all' || !actions.mayDrop(choice === 'top' ? null : choice)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    if (over === choice) return;
    setOver(choice);
    clearTimeout(opening.current);
    opening.current = setTimeout(() => {
      if (choice !== 'top' && !folders.isOpen(choice)) folders.setOpen(choice, true);
    }, OPEN_AFTER);
  }

  function leave(): void {
    clearTimeout(opening.current);
    setOver(null);
  }

  function drop(event: DragEvent, choice: FolderChoice): void {
    leave();
    const { dragged } = actions;
    if (dragged === null || choice === 'all') return;
    event.preventDefault();
    actions.drag(null);
    void actions.move(dragged, choice === 'top' ? null : choice);
  }

  const item = (choice: FolderChoice, row?: FolderRow) => ({
    role: 'treeitem',
    'data-folder': choice,
    'data-over': over === choice || undefined,
    'aria-selected': current === choice,
    'aria-level': row?.level ?? 1,
    'aria-setsize': row?.siblings,
    'aria-posinset': row?.position,
    'aria-expanded': row?.hasChildren === true ? isSearching || folders.isOpen(choice) : undefined,
    'aria-disabled': isRefused(choice) || undefined,
    tabIndex: tabStop === choice ? 0 : -1,
    style: { paddingInlineStart: 8 + ((row?.level ?? 1) - 1) * 16 },
    onKeyDown: press,
    onClick: () => enter(choice),
    onFocus: () => setStop(choice),
    ...(canManage
      ? {
          onDragOver: (event: DragEvent) => dragOver(event, choice),
          onDragLeave: leave,
          onDrop: (event: DragEvent) => drop(event, choice),
        }
      : {}),
  });

  const maker = (below: string | null, level: number) => (
    <li key="making" role="none" className="rp-folder rp-folder--making" style={{ paddingInlineStart: 8 + level * 16 }}>
      <Icon name="folder" size={16} />
      <NewFolderField below={below} within={tree} end={() => setMaking(null)} />
    </li>
  );

  return (
    <>
      {(folders.rows.length > FEW || isSearching) && (
        <div
          className="rp-folders__search"
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' || event.defaultPrevented) return;
            event.preventDefault();
            focus(order[0]);
          }}
        >
          <SearchField value={text} label={t('materials:folder.search')} onType={setText} onSearch={takeFirst} />
        </div>
      )}
      {isSearching && shown.length === 0 && (
        <p className="rp-folders__none" role="status">
          {t('materials:folder.none-found')}
        </p>
      )}
      <ul ref={tree} className="rp-folders" role="tree" aria-label={label} aria-busy={folders.folders === null}>
        {kind !== null && !isSearching && (
          <li {...item('all')} className="rp-folder">
            <span className="rp-folder__toggle" />
            <Icon name="layers" size={16} />
            <span className="rp-folder__name">{t('materials:folder.all')}</span>
            {counts !== undefined && <span className="rp-folder__count">{i18n.count(counts.all)}</span>}
          </li>
        )}
        {!isSearching && (
          <li {...item('top')} className="rp-folder">
            <span className="rp-folder__toggle" />
            <Icon name="home" size={16} />
            <span className="rp-folder__name">
              {t(kind === null ? 'materials:folder.top' : 'materials:folder.loose')}
            </span>
            {counts !== undefined && <span className="rp-folder__count">{i18n.count(counts.top)}</span>}
          </li>
        )}
        {making !== null && making.below === null && maker(null, 0)}
        {shown.map((row) => {
          const { folder, hasChildren, level } = row;
          const { id, name } = folder;
          if (folders.renaming === id && canManage) {
            return (
              <li
                key={id}
                role="none"
                className="rp-folder rp-folder--making"
                style={{ paddingInlineStart: 8 + (level - 1) * 16 }}
              >
                <Icon name="folder" size={16} />
                <RenameFolderField folder={folder} within={tree} />
              </li>
            );
          }
          return [
            <li
              key={id}
              {...item(id, row)}
              className="rp-folder"
              draggable={canManage}
              onDragStart={(event) => {
                event.stopPropagation();
                actions.drag({ folderIds: [id] });
                setDragged(event.dataTransfer, FOLDERS_TYPE, [id], name);
              }}
              onDragEnd={() => actions.drag(null)}
            >
              <span
                className="rp-folder__toggle"
                aria-hidden="true"
                onClick={(event) => {
                  if (!hasChildren || isSearching) return;
                  event.stopPropagation();
                  folders.setOpen(id, !folders.isOpen(id));
                }}
              >
                {hasChildren && (
                  <Icon name={isSearching || folders.isOpen(id) ? 'chevron-down' : 'chevron-right'} size={16} />
                )}
              </span>
              <Icon name="folder" size={16} />
              <span className="rp-folder__name" title={name}>
                {name}
              </span>
              {kind !== null && <span className="rp-folder__count">{i18n.count(folder.counts[kind])}</span>}
              {canManage && (
                <FolderMenu
                  folder={folder}
                  isStop={tabStop === id}
                  make={() => {
                    folders.setOpen(id, true);
                    setMaking({ below: id });
                  }}
                />
              )}
            </li>,
            making?.below === id && maker(id, level),
          ];
        })}
      </ul>
    </>
  );

  /** Enter in the search opens the first folder of that name. */
  function takeFirst(): void {
    const first = isSearching ? folders.matching(words, { only: true })[0] : undefined;
    if (first !== undefined) enter(first.folder.id);
  }
});

/** Begins a folder at the top, or in the one that is open. */
export function NewFolderButton({
  below,
  setMaking,
}: {
  below: string | null;
  setMaking: FolderTreeProps['setMaking'];
}) {
  const t = useText();
  return (
    <IconButton
      icon="folder-plus"
      size="small"
      label={t('materials:folder.new')}
      onClick={() => setMaking({ below })}
    />
  );
}
