import { useEffect, useRef, type RefObject } from 'react';

import { LoadError } from '#core/web/components/LoadError.tsx';
import type { LiveList } from '#core/web/live/LiveList.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import './ListEnd.css';

/** Pixels before the end of the list at which the next page is loaded. */
const AHEAD = 50;

/** What `ListEnd` needs of a list. */
export type EndedList = Pick<
  LiveList<{ readonly id: string }>,
  'ids' | 'hasMore' | 'loading' | 'failure' | 'more' | 'retry'
>;

export interface ListEndProps {
  list: EndedList;
  /** The element that scrolls the list, unless it is the window. */
  scroller?: RefObject<HTMLElement | null>;
}

/** The end of a list with more pages: it loads the next one as it comes into view, and says when that failed. */
export const ListEnd = observer(function ListEnd({ list, scroller }: ListEndProps) {
  const t = useText();
  const end = useRef<HTMLDivElement>(null);
  const { ids, hasMore, loading, failure, more, retry } = list;
  const isWaiting = hasMore && loading === null && failure === null;
  useEffect(() => {
    const { current } = end;
    if (current === null || !isWaiting) return undefined;
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && void more(), {
      root: scroller?.current ?? null,
      rootMargin: `${AHEAD}px`,
    });
    watch.observe(current);
    return () => watch.disconnect();
    // A page may be too short to push the end out of view, so every page is checked.
  }, [more, isWaiting, ids, scroller]);
  return (
    <div ref={end} className="rp-list-end" role="status">
      {loading === 'more' && <span className="rp-visually-hidden">{t('shell:list.more')}</span>}
      {failure?.what === 'more' && (
        <LoadError text={t('shell:list.more-failed')} error={failure.error} onRetry={() => void retry()} />
      )}
    </div>
  );
});
