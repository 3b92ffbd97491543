import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';

import { observer } from '#core/web/react/observer.ts';
import type { StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';

import './TimedList.css';

/** Something that is said or shown between two moments, in milliseconds. */
export interface TimedItem {
  start: number;
  end: number;
}

export interface TimedListProps<T extends TimedItem> {
  label: string;
  items: readonly T[];
  keyOf(item: T): string;
  /** Of the one that is scrolled to; less than 0 for none. */
  selected: number;
  /** Marks what is said or shown now; null while there is no video. */
  playback: StudioPlayback | null;
  /** Pixels of a row until it is measured. */
  row: number;
  children(item: T, index: number): ReactNode;
}

/** Lines of a video below each other; those out of sight are not drawn, so that ten thousand are as quick as ten. */
export const TimedList = observer(function TimedList<T extends TimedItem>(props: TimedListProps<T>) {
  const { label, items, keyOf, selected, playback, row, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const keyAt = (index: number): string | number => {
    const item = items[index];
    return item === undefined ? index : keyOf(item);
  };
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => row,
    getItemKey: keyAt,
    overscan: 6,
  });
  useEffect(() => {
    if (selected >= 0) virtualizer.scrollToIndex(selected, { align: 'auto' });
  }, [virtualizer, selected]);
  const now = playback === null ? -1 : playback.time * 1000;
  return (
    <div ref={box} className="rp-timed" role="list" aria-label={label}>
      <div style={{ blockSize: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className="rp-timed__row"
              style={{ transform: `translateY(${start}px)` }}
              data-selected={index === selected || undefined}
              data-now={(now >= item.start && now < item.end) || undefined}
            >
              {children(item, index)}
            </div>
          );
        })}
      </div>
    </div>
  );
});
