import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Library } from '../list/Library.ts';
import { EmptyOutline } from './EmptyOutline.tsx';
import '../parts/EmptyLibrary.css';

/** What stands where nothing is: what will be there, and the one thing to do. */
export const EmptyLibrary = observer(function EmptyLibrary({ library, choose }: { library: Library; choose(): void }) {
  const t = useText();
  const { query, kind } = library;
  const { trash } = query.filters;
  if (query.isNarrowed) {
    const isTrash = trash && query.search.words === '';
    return (
      <div className="rp-empty" data-narrowed="">
        <EmptyOutline kind={kind} />
        <h2>{t(isTrash ? 'materials:empty.trash' : 'materials:empty.narrowed')}</h2>
        <p>{t(isTrash ? 'materials:empty.trash-text' : 'materials:empty.narrowed-text')}</p>
        <Button onClick={query.clear}>{t(isTrash ? 'materials:empty.trash-back' : 'materials:filter.clear')}</Button>
      </div>
    );
  }
  const isFolder = query.folder !== 'all';
  return (
    <div className="rp-empty">
      <EmptyOutline kind={kind} />
      <h2>{t(isFolder ? 'materials:empty.folder' : `materials:empty.${kind}`)}</h2>
      <p>{t(isFolder ? 'materials:empty.folder-text' : `materials:empty.${kind}-text`)}</p>
      <Button icon="upload" onClick={choose}>
        {t(`materials:empty.${kind}-do`)}
      </Button>
    </div>
  );
});
