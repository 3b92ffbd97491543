import { useDndContext } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';

import { observeRect } from '#core/web/components/observe-rect.ts';
import { observer } from '#core/web/react/observer.ts';

import type { MixClip } from '../store/edit-project.ts';
import { pieceOf } from './board-drag.ts';
import { ClipTile } from './ClipTile.tsx';

/** From so many on only the clips in sight are in the page: a project may have thousands. */
const MANY = 24;
/** Pixels of a tile, and between two. */
const TILE = 58;
const GAP = 4;
/** Number of tiles rendered beyond both ends of the visible part. */
const BEYOND = 5;

interface ClipStackProps {
  group: string;
  clips: readonly MixClip[];
  label: string;
  /** What scrolls; null before it is there. */
  well: HTMLElement | null;
  /** Number of rows above it in the same column. */
  above: number;
}

/** The stack of clips of a group. */
export function ClipStack({ group, clips, label, well, above }: ClipStackProps) {
  const ids = useMemo(() => clips.map(({ material }) => `clip ${group} ${material}`), [group, clips]);
  return (
    <SortableContext items={ids} strategy={verticalListSortingStrategy}>
      {clips.length < MANY ? (
        <ul className="rp-ed-bay__clips" aria-label={label}>
          {clips.map(({ material }) => (
            <ClipTile key={material} group={group} material={material} />
          ))}
        </ul>
      ) : (
        <LongStack {...{ group, clips, label, well, above }} />
      )}
    </SortableContext>
  );
}

const LongStack = observer(function LongStack({ group, clips, label, well, above: rowsAbove }: ClipStackProps) {
  const { active } = useDndContext();
  const lifted = pieceOf(active?.data.current);
  const [focused, setFocused] = useState<string | null>(null);
  // What is held or has the focus stays, however far it is scrolled away.
  const held = clips.findIndex(
    ({ material }) => lifted?.type === 'clip' && lifted.group === group && lifted.material === material,
  );
  const kept = [held, clips.findIndex(({ material }) => material === focused)].filter((index) => index >= 0);
  const stack = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    if (stack.current !== null && well !== null) setAbove(stack.current.offsetTop - well.offsetTop);
  }, [well, rowsAbove]);
  const rows = useVirtualizer({
    count: clips.length,
    getScrollElement: () => well,
    estimateSize: () => TILE,
    getItemKey: (index) => clips[index]?.material ?? index,
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((one, two) => one - two),
    scrollMargin: above,
    ...{ gap: GAP, overscan: BEYOND, observeElementRect: observeRect, useFlushSync: false },
  });
  return (
    <ul
      ref={stack}
      className="rp-ed-bay__clips"
      aria-label={label}
      data-long=""
      style={{ height: rows.getTotalSize() }}
      onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-clip]')?.dataset['clip'] ?? null)}
      onBlur={() => setFocused(null)}
    >
      {rows.getVirtualItems().map(({ index, key, start }) => {
        const material = clips[index]?.material;
        return material === undefined ? null : (
          <ClipTile
            key={key}
            group={group}
            material={material}
            place={{ top: start - above, index, of: clips.length, measure: rows.measureElement }}
          />
        );
      })}
    </ul>
  );
});
