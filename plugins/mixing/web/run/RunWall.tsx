import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';

import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { stepBy } from '#core/web/selection/step-by.ts';

import { useMaterials } from '../parts/use-materials.ts';
import type { FollowedRun } from './FollowedRun.ts';
import { EmptyCell, OutputCell } from './OutputCell.tsx';
import type { ShownOutput } from './OutputDialog.tsx';
import { RunActions } from './RunActions.ts';
import { wallShape } from './wall-shape.ts';
import './RunWall.css';

interface RunWallProps {
  run: FollowedRun;
  /** What is scrolled; null before it is there. */
  scroller: HTMLElement | null;
}

/** A cell for each video; only visible ones are rendered. */
export const RunWall = observer(function RunWall({ run, scroller }: RunWallProps) {
  const t = useText();
  const dialogs = useService(DIALOGS);
  const actions = useStore(RunActions);
  const wall = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const { selection, order, cells } = run;
  const materials = useMaterials(run.materials);
  const { width, height: seen, top } = usePlaceOf(wall, scroller);
  const shape = wallShape(run.run?.ratio ?? '9:16', width);
  const { columns, height, gap, edge } = shape;
  const rowHeight = height + gap;
  const rows = Math.ceil(cells / columns);

  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    scrollMargin: top,
    scrollPaddingStart: 64,
    scrollPaddingEnd: 16,
    overscan: 2,
    useFlushSync: false,
    initialOffset: run.place,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const isBack = useRef(false);
  useLayoutEffect(() => {
    if (isBack.current || rows === 0 || width === 0) return;
    isBack.current = true;
    if (run.place > 0) scroller?.scrollTo(0, run.place);
  });

  const play = (id: string): void => {
    if (!run.made.some((output) => output.id === id)) return;
    void dialogs
      .show<ShownOutput>(() => import('./OutputDialog.tsx'), { run, id }, { width: 760 })
      .then(() => selection.focus !== null && focusOn(selection.focus));
  };
  const focusOn = (id: string): void => {
    selection.setFocus(id);
    const index = order.indexOf(id);
    if (index >= 0) virtualizer.scrollToIndex(Math.floor(index / columns));
  };

  function press(event: MouseEvent): void {
    const { target } = event;
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined;
    if (id === undefined || !(target instanceof Element) || target.closest('button') !== null) return;
    if (event.shiftKey) selection.extendTo(id, order);
    else if (event.ctrlKey || event.metaKey || target.closest('[data-tick]') !== null) selection.toggle(id);
    else {
      selection.setFocus(id);
      play(id);
    }
  }

  function keyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    const { focus } = selection;
    const index = focus === null ? -1 : order.indexOf(focus);
    const page = Math.max(1, Math.floor(seen / rowHeight) - 1);
    const next = event.altKey ? undefined : stepBy(event.key, index, columns, order.length, page);
    const id = next === undefined ? undefined : order[next];
    if (id !== undefined) {
      if (event.shiftKey) selection.extendTo(id, order);
      focusOn(id);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      selection.replace(run.made.map((output) => output.id));
    } else if (event.key === ' ' && focus !== null) selection.toggle(focus);
    else if (event.key === 'Enter' && focus !== null) play(focus);
    else if (event.key === 'Escape' && selection.size > 0) selection.clear();
    else return;
    event.preventDefault();
  }

  const items = virtualizer.getVirtualItems();
  const focusIndex = selection.focus === null ? -1 : order.indexOf(selection.focus);
  const isFocusDrawn = items.some(({ index }) => index === Math.floor(focusIndex / columns));
  return (
    <div
      ref={wall}
      className="rp-wall"
      role="grid"
      aria-label={t('mixing:wall.label')}
      aria-multiselectable
      aria-rowcount={rows}
      aria-colcount={columns}
      aria-busy={!run.isRead}
      aria-activedescendant={focusIndex >= 0 && isFocusDrawn ? `${prefix}${selection.focus}` : undefined}
      tabIndex={0}
      data-choosing={selection.size > 0 || undefined}
      style={{ height: rows * rowHeight }}
      onClick={press}
      onKeyDown={keyDown}
      onFocus={() => {
        if (focusIndex < 0) selection.setFocus(order[0] ?? null);
      }}
    >
      {items.map(({ index, key, start }) => (
        <div
          key={key}
          role="row"
          className="rp-wall__row"
          aria-rowindex={index + 1}
          style={{
            ...{ height, columnGap: gap, insetInline: edge, transform: `translateY(${start - top}px)` },
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {Array.from({ length: Math.min(columns, cells - index * columns) }, (_, column) => {
            const place = index * columns + column;
            const id = order[place];
            return id === undefined ? (
              <EmptyCell key={place} place={place} column={column} />
            ) : (
              <OutputCell
                key={id}
                run={run}
                id={id}
                column={column}
                prefix={prefix}
                materials={materials}
                retry={actions.retry}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
});

/** The wall's offset from the top of the scroll container, and how much of it is visible. */
function usePlaceOf(wall: RefObject<HTMLElement | null>, outer: HTMLElement | null) {
  const [place, setPlace] = useState({ width: 0, height: 0, top: 0 });
  useLayoutEffect(() => {
    const inner = wall.current;
    if (inner === null || outer === null) return undefined;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = outer;
      const top = inner.offsetTop - outer.offsetTop;
      setPlace((was) =>
        was.width === width && was.height === height && was.top === top ? was : { width, height, top },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    // Elements above the wall move it.
    for (const element of [outer, ...outer.children]) observer.observe(element);
    const changes = new MutationObserver(() => {
      for (const element of outer.children) observer.observe(element);
      measure();
    });
    changes.observe(outer, { childList: true });
    return () => {
      observer.disconnect();
      changes.disconnect();
    };
  }, [wall, outer]);
  return place;
}
