import { Button } from '#core/web/components/Button.tsx';
import { isTouch } from '#core/web/is-touch.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Empty } from '#core/web/ui/Empty.tsx';

import type { Library } from '../list/Library.ts';
import { EmptyOutline } from './EmptyOutline.tsx';

/** The empty state: what will be here, and the one thing to do. */
export const EmptyLibrary = observer(function EmptyLibrary({ library, choose }: { library: Library; choose(): void }) {
  const t = useText();
  const { query, kind } = library;
  const { trash } = query.filters;
  if (query.isNarrowed) {
    const isTrash = trash && query.search.words === '';
    return (
      <Empty
        picture={<EmptyOutline kind={kind} />}
        title={t(isTrash ? 'materials:empty.trash' : 'materials:empty.narrowed')}
        text={t(isTrash ? 'materials:empty.trash-text' : 'materials:empty.narrowed-text')}
        action={
          <Button onClick={query.clear}>{t(isTrash ? 'materials:empty.trash-back' : 'materials:filter.clear')}</Button>
        }
      />
    );
  }
  const isFolder = query.folder !== 'all';
  return (
    <Empty
      picture={<EmptyOutline kind={kind} isLit />}
      title={t(isFolder ? 'materials:empty.folder' : `materials:empty.${kind}${isTouch() ? '-do' : ''}`)}
      text={
        isFolder && isTouch() ? undefined : t(isFolder ? 'materials:empty.folder-text' : `materials:empty.${kind}-text`)
      }
      action={
        <Button icon="upload" onClick={choose}>
          {t(`materials:empty.${kind}-do`)}
        </Button>
      }
    />
  );
});
