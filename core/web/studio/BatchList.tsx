import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { useText } from '#core/web/react/use-text.ts';
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';
import { BatchRow, type BatchItem } from './batch/BatchRow.tsx';
import { between, movedTo, rowsInView } from './batch/batch-order.ts';
import './BatchList.css';

export type { BatchItem } from './batch/BatchRow.tsx';
export { Batch } from './batch/Batch.ts';

export interface BatchListProps {
  label: string;
  items: readonly BatchItem[];
  /** The item that is shown beside the list. */
  open: string | null;
  selected: ReadonlySet<string>;
  onOpen(id: string): void;
  onSelect(selected: ReadonlySet<string>): void;
  /** Lets items be taken off the list. */
  onRemove?(ids: readonly string[]): void;
  /** Lets the order be changed; gets all ids in the new order. */
  onReorder?(ids: readonly string[]): void;
  /** Lets the settings of one item be given to others. @param ids to which ones */
  onApply?(from: string, ids: readonly string[]): void;
}

/** Pixels of a row. */
const ROW = 64;

/**
 * The items of a batch: what they are, how they are set and how far they are. Arrow keys go from one to the next, the
 * space bar selects, Delete removes, Alt with arrow keys moves. Of hundreds only those are drawn that are seen.
 */
export function BatchList(properties: BatchListProps) {
  const { label, items, open, selected, onOpen, onSelect, onRemove, onReorder, onApply } = properties;
  const t = useText();
  const isReadOnly = useReadOnly();
  const place = useRef<HTMLDivElement>(null);
  const anchor = useRef<string | null>(null);
  /** Whether the row that keys lead to is to be focused. */
  const isWanted = useRef(false);
  const [focus, setFocus] = useState<string | null>(null);
  const [scrolled, scroll] = useState({ top: 0, height: 480 });
  const [lifted, lift] = useState<{ id: string; to: number } | null>(null);
  const ids = items.map(({ id }) => id);
  const chosen = ids.filter((id) => selected.has(id));
  const span = rowsInView(items.length, ROW, scrolled.top, scrolled.height);

  useLayoutEffect(() => {
    if (focus === null || !isWanted.current) return;
    // A row that is far away is drawn once it was scrolled to.
    const row = place.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(focus)}"]`);
    if (row === null || row === undefined) return;
    isWanted.current = false;
    row.focus({ preventScroll: true });
  });

  const show = (index: number): void => {
    const element = place.current;
    if (element === null) return;
    const { clientHeight, scrollTop } = element;
    if (index * ROW < scrollTop) element.scrollTop = index * ROW;
    else if ((index + 1) * ROW > scrollTop + clientHeight) element.scrollTop = (index + 1) * ROW - clientHeight;
    scroll({ top: element.scrollTop, height: clientHeight });
  };
  const go = (index: number): void => {
    const id = ids[Math.max(0, Math.min(index, ids.length - 1))];
    if (id === undefined) return;
    show(ids.indexOf(id));
    isWanted.current = true;
    setFocus(id);
    onOpen(id);
  };
  const toggle = (id: string, isRange: boolean): void => {
    const next = new Set(selected);
    if (isRange) for (const other of between(ids, anchor.current, id)) next.add(other);
    else if (!next.delete(id)) next.add(id);
    anchor.current = id;
    onSelect(next);
  };
  const move = (id: string, to: number): void => {
    onReorder?.(movedTo(ids, id, to));
    show(Math.max(0, Math.min(to, ids.length - 1)));
    isWanted.current = true;
    setFocus(id);
  };
  /** Of several that are selected all, of others only that one. */
  const meant = (id: string): readonly string[] => (selected.has(id) ? chosen : [id]);
  const hearKey = (event: KeyboardEvent, id: string): void => {
    const index = ids.indexOf(id);
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.ctrlKey || event.metaKey) return;
    if (way !== undefined && event.altKey && onReorder !== undefined && !isReadOnly) move(id, index + way);
    else if (event.altKey) return;
    else if (way !== undefined) go(index + way);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(ids.length - 1);
    else if (event.key === ' ') toggle(id, event.shiftKey);
    else if (event.key === 'Delete' && onRemove !== undefined && !isReadOnly) {
      const gone = new Set(meant(id));
      const next = ids.slice(index).find((other) => !gone.has(other)) ?? ids.findLast((other) => !gone.has(other));
      isWanted.current = true;
      setFocus(next ?? null);
      onRemove([...gone]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="rp-batch" role="group" aria-label={label}>
      <div className="rp-batch__head">
        <Checkbox
          label={t('shell:studio.batch-all', { count: items.length })}
          checked={chosen.length > 0 && chosen.length === items.length}
          onChange={(all) => onSelect(new Set(all ? ids : []))}
        />
        {chosen.length > 0 && (
          <span className="rp-batch__chosen">
            <span aria-live="polite">{t('shell:studio.batch-chosen', { count: chosen.length })}</span>
            {onApply !== undefined && open !== null && !isReadOnly && (
              <Button
                size="small"
                onClick={() =>
                  onApply(
                    open,
                    chosen.filter((id) => id !== open),
                  )
                }
              >
                {t('shell:studio.batch-apply-chosen')}
              </Button>
            )}
            {onRemove !== undefined && !isReadOnly && (
              <Button size="small" icon="close" onClick={() => onRemove(chosen)}>
                {t('shell:studio.batch-remove')}
              </Button>
            )}
          </span>
        )}
      </div>
      <div
        ref={place}
        className="rp-batch__rows"
        role="list"
        tabIndex={-1}
        aria-label={label}
        onScroll={({ currentTarget }) => scroll({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })}
      >
        <div className="rp-batch__all" style={{ height: items.length * ROW }}>
          {items.slice(span.from, span.to).map((item, at) => {
            const index = span.from + at;
            return (
              <BatchRow
                key={item.id}
                {...{ item, index, isReadOnly }}
                count={items.length}
                height={ROW}
                isOpen={item.id === open}
                isSelected={selected.has(item.id)}
                isReached={item.id === (ids.includes(focus ?? '') ? focus : (open ?? ids[0]))}
                onOpen={() => {
                  setFocus(item.id);
                  onOpen(item.id);
                }}
                onToggle={(isRange) => toggle(item.id, isRange)}
                onKey={(event) => hearKey(event, item.id)}
                onRemove={onRemove === undefined ? undefined : () => onRemove([item.id])}
                onApplyAll={
                  onApply === undefined
                    ? undefined
                    : () =>
                        onApply(
                          item.id,
                          ids.filter((id) => id !== item.id),
                        )
                }
                onLift={onReorder === undefined ? undefined : (to) => lift(to === null ? null : { id: item.id, to })}
                onDrop={(to) => move(item.id, to)}
                scrollTop={() => place.current?.scrollTop ?? 0}
              />
            );
          })}
          {lifted !== null && (
            <i
              className="rp-batch__gap"
              style={{ top: (lifted.to + (lifted.to > ids.indexOf(lifted.id) ? 1 : 0)) * ROW }}
            />
          )}
        </div>
      </div>
    </div>
  );
}
