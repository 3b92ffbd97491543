import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

import { giveFocusBack } from '#core/web/components/focus-trap.ts';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import type { LiveList } from '#core/web/live/LiveList.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Skeleton } from '../Skeleton.tsx';
import type { ListDetails, ListItem } from './list-parts.ts';
import './ListDetailsPanel.css';

export interface ListDetailsPanelProps<T extends ListItem> {
  list: LiveList<T>;
  id: string;
  details: ListDetails<T>;
  /** Shows the details of another item, or none. */
  open(id: string | null): void;
}

function DrawnListDetailsPanel<T extends ListItem>({ list, id, details, open }: ListDetailsPanelProps<T>) {
  const t = useText();
  const panel = useRef<HTMLElement>(null);
  const [cameFrom] = useState(() => document.activeElement);
  const { item, state, retry } = useItem(list, id, details);
  const { indexes, ids } = list;
  const at = indexes.get(id) ?? -1;
  const [before, after] = at < 0 ? [undefined, undefined] : [ids[at - 1], ids[at + 1]];

  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  useLayoutEffect(() => () => queueMicrotask(() => giveFocusBack(cameFrom)), [cameFrom]);
  // The item after the last loaded one is on the next page.
  const isLast = at >= 0 && after === undefined && list.hasMore;
  useEffect(() => {
    if (isLast) void list.more();
  }, [isLast, list]);

  function press(event: KeyboardEvent): void {
    const isTyped = event.target instanceof Element && event.target.closest('input, textarea, [role="menu"]') !== null;
    if (event.defaultPrevented || isTyped || event.key !== 'Escape') return;
    event.preventDefault();
    open(null);
  }

  return (
    <aside
      ref={panel}
      className="rp-list-details"
      aria-label={item === undefined ? t('shell:list.details') : details.title(item)}
      tabIndex={-1}
      onKeyDown={press}
    >
      <header className="rp-list-details__head">
        <h2>{item !== undefined && details.title(item)}</h2>
        <IconButton
          icon="chevron-left"
          size="small"
          label={t('shell:list.before')}
          disabled={before === undefined}
          onClick={() => before !== undefined && open(before)}
        />
        <IconButton
          icon="chevron-right"
          size="small"
          label={t('shell:list.after')}
          disabled={after === undefined}
          onClick={() => after !== undefined && open(after)}
        />
        <IconButton icon="close" size="small" label={t('shell:list.close')} onClick={() => open(null)} />
      </header>
      <div className="rp-list-details__body">
        {item !== undefined && details.draw(item)}
        {state === 'waiting' && <Skeleton shape="text" count={5} />}
        {state === 'gone' && <p className="rp-list-details__gone">{t('shell:list.gone')}</p>}
        {state !== null && typeof state === 'object' && (
          <LoadError text={t('shell:list.failed')} error={state.error} onRetry={retry} />
        )}
      </div>
    </aside>
  );
}

// observer() loses the type parameter.
/** The details of one item: beside the list, over its edge when there is little room, a sheet on phones. */
export const ListDetailsPanel = observer(DrawnListDetailsPanel) as typeof DrawnListDetailsPanel;

interface Sought<T> {
  id: string;
  item: T | null;
  failure: { error: unknown } | null;
}

/** An item of the list, or one that is loaded on its own. For observers. */
function useItem<T extends ListItem>(list: LiveList<T>, id: string, { find }: ListDetails<T>) {
  const [sought, setSought] = useState<Sought<T> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const search = useRef(find);
  useLayoutEffect(() => {
    search.current = find;
  });
  const listed = list.get(id);
  const isUnlisted = listed === undefined && list.isLoaded;
  useEffect(() => {
    if (!isUnlisted) return undefined;
    const aborter = new AbortController();
    const { signal } = aborter;
    (search.current?.(id, signal) ?? Promise.resolve(null)).then(
      (item) => !signal.aborted && setSought({ id, item, failure: null }),
      (error: unknown) => !signal.aborted && setSought({ id, item: null, failure: { error } }),
    );
    return () => aborter.abort();
  }, [id, isUnlisted, attempt]);
  const own = sought?.id === id && listed === undefined ? sought : null;
  const item = listed ?? own?.item ?? undefined;
  const state = item !== undefined ? null : own === null ? 'waiting' : (own.failure ?? 'gone');
  const retry = (): void => {
    setSought(null);
    setAttempt(attempt + 1);
  };
  return { item, state, retry } as const;
}
