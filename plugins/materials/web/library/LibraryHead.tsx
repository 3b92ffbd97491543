import { useRef } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { SearchField } from '#core/web/components/SearchField.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { PlainButton } from '#core/web/components/PlainButton.tsx';

import { FoldersStore } from '../list/FoldersStore.ts';
import type { Library } from '../list/Library.ts';
import type { FolderChoice } from '../list/list-filters.ts';
import { SourcesMenu } from '../sources/SourcesMenu.tsx';
import { SortMenu } from './SortMenu.tsx';
import type { FilePicker } from './use-file-picker.tsx';
import './LibraryHead.css';

export interface LibraryHeadProps {
  library: Library;
  files: FilePicker;
  open(folder: FolderChoice): void;
  toggleSide(): void;
  isSideOpen: boolean;
  /** Something else comes next, and is the primary button. */
  isNextElsewhere: boolean;
}

/** What is shown, how it is looked through, and the way in for more. */
export const LibraryHead = observer(function LibraryHead({
  library,
  files,
  open,
  toggleSide,
  isSideOpen,
  isNextElsewhere,
}: LibraryHeadProps) {
  const t = useText();
  const i18n = useService(I18N);
  const folders = useStore(FoldersStore);
  const { query, total, kind } = library;
  const { folder, view } = query;
  const path = folder === 'all' || folder === 'top' ? [] : folders.pathOf(folder);
  const last = path.at(-1);
  const title =
    last?.name ??
    (folder === 'top' ? t('materials:folder.loose') : folder === 'all' ? t(`materials:kind.${kind}`) : '');
  const button = useRef<HTMLButtonElement>(null);
  return (
    <header className="rp-library__head">
      <IconButton
        ref={button}
        className="rp-library__side-button"
        icon="sidebar"
        label={t(isSideOpen ? 'materials:side.hide' : 'materials:side.show')}
        aria-expanded={isSideOpen}
        onClick={toggleSide}
      />
      <div className="rp-library__title">
        {path.length > 1 && (
          <nav className="rp-library__path" aria-label={t('materials:folder.path')}>
            {path.slice(0, -1).map(({ id, name }) => (
              <span key={id}>
                <PlainButton onClick={() => open(id)}>{name}</PlainButton>
                <Icon name="chevron-right" size={16} />
              </span>
            ))}
          </nav>
        )}
        <h1>
          <span className="rp-library__name">{title}</span>
          {total !== null && <span className="rp-library__count">{i18n.count(total)}</span>}
        </h1>
      </div>
      <div className="rp-library__looks" role="group" aria-label={t('materials:view.label')}>
        <SortMenu query={query} />
        <IconButton
          icon="grid"
          label={t('materials:view.grid')}
          aria-pressed={view === 'grid'}
          onClick={() => query.show('grid')}
        />
        <IconButton
          icon="list"
          label={t('materials:view.table')}
          aria-pressed={view === 'table'}
          onClick={() => query.show('table')}
        />
      </div>
      <SearchField
        value={query.search.text}
        label={t('materials:search')}
        onType={query.search.type}
        onSearch={query.search.search}
      />
      <div className="rp-library__upload">
        <SourcesMenu to={{ kind, folderId: last?.id ?? null }} take={files.take} />
        <IconButton icon="folder-up" label={t('materials:upload-folder')} onClick={files.chooseFolder} />
        <Button variant={isNextElsewhere ? 'secondary' : 'primary'} icon="upload" onClick={files.choose}>
          {t('materials:upload')}
        </Button>
      </div>
    </header>
  );
});
