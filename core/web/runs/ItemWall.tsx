import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';

import { observer } from '../react/observer.ts';
import { stepBy } from '../selection/step-by.ts';
import type { FollowedToolRun } from './FollowedToolRun.ts';
import { wallShape } from './wall-shape.ts';
import './ItemWall.css';

interface ItemWallProps {
  run: FollowedToolRun;
  label: string;
  /** Shape of a cell, such as `9:16`. */
  ratio: string;
  /** Cells in all: more than there are items while some are still to be planned. */
  cells: number;
  /** What is scrolled; null before it is there. */
  scroller: HTMLElement | null;
  /** Shows one of those that are made; resolves when that is closed. */
  open(id: string): Promise<unknown>;
  /** Draws an item: an `ItemCell`. */
  draw(id: string, place: { column: number; prefix: string }): ReactNode;
  /** Draws a place for an item that is not planned yet. */
  drawEmpty(place: number, column: number): ReactNode;
}

/** A cell for each item of a run, chosen from by press, band of keys and ticks; only visible ones are rendered. */
export const ItemWall = observer(function ItemWall(props: ItemWallProps) {
  const { run, label, ratio, cells, scroller, open, draw, drawEmpty } = props;
  const wall = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const { selection, order, place: left } = run;
  const { width, height: seen, top } = usePlaceOf(wall, scroller);
  const { columns, height, gap, edge } = wallShape(ratio, width);
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
    initialOffset: left,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const isBack = useRef(false);
  useLayoutEffect(() => {
    if (isBack.current || rows === 0 || width === 0) return;
    isBack.current = true;
    if (left > 0) scroller?.scrollTo(0, left);
  });

  /** The wall keeps the focus until what was pressed is shown; what is pressed in between is for nothing. */
  const isOpening = useRef(false);
  const show = (id: string): void => {
    if (isOpening.current || !run.made.some((item) => item.id === id)) return;
    isOpening.current = true;
    void open(id)
      .finally(() => (isOpening.current = false))
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
      show(id);
    }
  }

  function keyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    // The wall may have got the focus before it had items.
    const focus = selection.focus ?? order[0] ?? null;
    const index = selection.focus === null ? -1 : order.indexOf(selection.focus);
    const page = Math.max(1, Math.floor(seen / rowHeight) - 1);
    const next = event.altKey ? undefined : stepBy(event.key, index, columns, order.length, page);
    const id = next === undefined ? undefined : order[next];
    if (id !== undefined) {
      if (event.shiftKey) selection.extendTo(id, order);
      focusOn(id);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      selection.replace(run.made.map((item) => item.id));
    } else if (event.key === ' ' && focus !== null) selection.toggle(focus);
    else if (event.key === 'Enter' && focus !== null) {
      selection.setFocus(focus);
      show(focus);
    } else if (event.key === 'Escape' && selection.size > 0) selection.clear();
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
      aria-label={label}
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
            return id === undefined ? drawEmpty(place, column) : draw(id, { column, prefix });
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
