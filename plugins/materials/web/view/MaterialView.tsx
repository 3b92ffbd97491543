import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { stepBy } from '#core/web/selection/step-by.ts';
import { ListEnd } from '#core/web/ui/list/ListEnd.tsx';

import type { Material } from '#plugins/materials/calls.ts';
import { useBadges } from '../badges/use-badges.ts';
import { useToldColumns } from '../columns/ToldColumns.tsx';
import type { Library } from '../list/Library.ts';
import { MATERIALS_TYPE, setDragged } from '../parts/drag-types.ts';
import { shapeOf, type GridShape } from './grid-shape.ts';
import { BrokenFiles } from './BrokenFiles.tsx';
import { ListTail } from './ListTail.tsx';
import { MaterialRow } from './MaterialRow.tsx';
import { observeRect } from '#core/web/components/observe-rect.ts';
import { SoundTile } from './SoundTile.tsx';
import { TableHead } from './TableHead.tsx';
import { Tile } from './Tile.tsx';
import { useBand } from './use-band.ts';
import { usePlace } from './use-place.ts';
import type { ViewActions } from './view-actions.ts';
import './MaterialView.css';

export interface MaterialViewProps {
  library: Library;
  viewActions: ViewActions;
  /** Names the list for screen readers. */
  label: string;
  /** The empty state of the list. */
  empty: ReactNode;
  /** A menu is wanted for these, there in the window. */
  onMenu?(place: { ids: readonly string[]; x: number; y: number }): void;
}

/** Pictures slightly outside the viewport are loaded too: 1.3 screens. */
const PRELOAD = 0.3;
const TABLE_HEAD = 37;
/** As long a touch chooses. */
const LONG_MILLISECONDS = 450;

/** The materials of a library as tiles or rows; only the visible ones are rendered. */
export const MaterialView = observer(function MaterialView({
  library,
  viewActions,
  label,
  empty,
  onMenu,
}: MaterialViewProps) {
  const t = useText();
  const { list, query, kind, selection } = library;
  const { ids } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const size = useSize(scroller);
  const { view } = query;
  const isTable = view === 'table';
  const shape = shapeOf(kind, view, size.width);
  const head = isTable && shape.rowHeight < 60 ? TABLE_HEAD : kind === 'music' && !isTable ? 8 : 0;
  const rows = Math.ceil(ids.length / shape.columns);
  const seen = Math.max(1, Math.ceil(size.height / shape.rowHeight));
  const [touch] = useState(() => new LongTouch());
  useEffect(() => () => touch.end(), [touch]);
  useBadges();
  const told = useToldColumns(kind);

  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => shape.rowHeight,
    scrollMargin: head,
    scrollPaddingStart: isTable ? head : 0,
    overscan: Math.ceil(seen * PRELOAD),
    observeElementRect: observeRect,
    useFlushSync: false,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, shape.rowHeight]);
  const scrolled = usePlace(scroller, library, shape, head);

  const before = useRef<readonly string[]>([]);
  const band = useBand(scroller, frame, {
    ...{ shape, head, count: ids.length },
    begin(keeps) {
      before.current = keeps ? viewActions.chosen : [];
      // What is chosen now is what keys are about, such as that which deletes.
      grid.current?.focus({ preventScroll: true });
    },
    touch: (indexes) =>
      viewActions.band(
        indexes.flatMap((index) => ids[index] ?? []),
        before.current,
      ),
    pressNothing: viewActions.clear,
  });
  const materialAt = (target: EventTarget): Material | undefined => {
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined;
    return id === undefined ? undefined : list.get(id);
  };
  // Scroll to what the keyboard or the details selected; a clicked item is visible anyway.
  const pressed = useRef(selection.focus);
  const { focus } = selection;
  useEffect(() => {
    if (focus === null || focus === pressed.current) return;
    pressed.current = null;
    const index = list.indexes.get(focus);
    if (index !== undefined) virtualizer.scrollToIndex(Math.floor(index / shape.columns));
    // oxlint-disable-next-line react/exhaustive-deps -- only when it goes on
  }, [focus]);

  function press(event: MouseEvent): void {
    if (band.takeSpent() || touch.takeSpent()) return;
    const material = materialAt(event.target);
    if (material === undefined) return;
    pressed.current = material.id;
    selection.setFocus(material.id);
    const isOnTick = event.target instanceof Element && event.target.closest('[data-tick]') !== null;
    if (isOnTick && !event.shiftKey) viewActions.tick(material);
    else viewActions.press(material, { range: event.shiftKey, beside: event.ctrlKey || event.metaKey });
  }

  function down(event: PointerEvent<HTMLElement>): void {
    band.down(event);
    const material = materialAt(event.target);
    if (event.pointerType === 'touch' && material !== undefined) touch.begin(event, () => viewActions.tick(material));
  }

  function keyDown(event: KeyboardEvent): void {
    const focused = selection.focus === null ? undefined : list.get(selection.focus);
    if (event.target !== grid.current) return;
    if (viewActions.key?.(event.nativeEvent, focused) === true) {
      event.preventDefault();
      return;
    }
    const index = selection.focus === null ? -1 : (list.indexes.get(selection.focus) ?? -1);
    const next = stepBy(event.key, index, shape.columns, ids.length, Math.max(1, seen - 1));
    const id = next === undefined ? undefined : ids[next];
    if (id !== undefined && !event.altKey) {
      event.preventDefault();
      if (event.shiftKey) viewActions.press(list.get(id) as Material, { range: true, beside: false });
      selection.setFocus(id);
      viewActions.moved?.(id);
    } else if (event.key === ' ' && focused !== undefined) {
      event.preventDefault();
      viewActions.tick(focused);
    } else if (event.key === 'Enter' && focused !== undefined) {
      event.preventDefault();
      viewActions.press(focused, { range: false, beside: false });
    } else if (event.key === 'Escape' && viewActions.chosen.length > 0) {
      event.preventDefault();
      viewActions.clear();
    }
  }

  function askMenu(event: MouseEvent): void {
    if (touch.isHeld()) {
      event.preventDefault();
      return;
    }
    if (onMenu === undefined || (event.target instanceof Element && event.target.closest('input') !== null)) return;
    // By key it is for what has the focus, and opens there.
    const isByKey = event.target === grid.current;
    const id = isByKey ? selection.focus : materialAt(event.target)?.id;
    if (id === null || id === undefined) return;
    event.preventDefault();
    const box = isByKey ? document.getElementById(`${prefix}${id}`)?.getBoundingClientRect() : undefined;
    const [x, y] = box === undefined ? [event.clientX, event.clientY] : [box.left + 16, box.top + 16];
    selection.setFocus(id);
    pressed.current = id;
    onMenu({ ids: viewActions.isChosen(id) ? viewActions.chosen : [id], x, y });
  }

  function dragStart(event: DragEvent): void {
    const material = materialAt(event.target);
    if (band.isDrawing() || material === undefined || viewActions.drag === undefined) {
      event.preventDefault();
      return;
    }
    const dragged = viewActions.drag(material.id);
    const { length: count } = dragged;
    const label = count === 1 ? material.name : t('materials:drag', { count, name: material.name });
    setDragged(event.dataTransfer, MATERIALS_TYPE, dragged, label);
  }

  const isEmpty = list.isEmpty;
  const focusIndex = selection.focus === null ? undefined : list.indexes.get(selection.focus);
  const items = virtualizer.getVirtualItems();
  const focusRow = focusIndex === undefined ? undefined : Math.floor(focusIndex / shape.columns);
  const isFocusDrawn = items.some(({ index }) => index === focusRow);
  const isWaiting = !list.isLoaded && list.failure === null;

  return (
    <div
      ref={scroller}
      className="rp-view"
      data-view={view}
      data-kind={kind}
      data-stale={(list.loading === 'all' && list.isLoaded) || undefined}
      data-choosing={viewActions.isChoosing || undefined}
      data-compact={shape.edge < 24 || undefined}
      style={told}
      onScroll={scrolled}
      onPointerDown={down}
      onPointerMove={touch.move}
      onPointerUp={touch.end}
      onPointerCancel={touch.end}
      onClick={press}
      onDragStart={dragStart}
      onContextMenu={askMenu}
    >
      {ids.length > 0 && (
        <div
          ref={grid}
          className="rp-view__grid"
          role="grid"
          aria-label={label}
          aria-multiselectable
          aria-rowcount={list.hasMore ? -1 : rows + (head > 8 ? 1 : 0)}
          aria-colcount={isTable ? undefined : shape.columns}
          aria-busy={list.loading !== null}
          aria-activedescendant={isFocusDrawn ? `${prefix}${selection.focus}` : undefined}
          tabIndex={0}
          onKeyDown={keyDown}
          onFocus={() => {
            if (focus === null || !list.indexes.has(focus)) focusFirst();
          }}
        >
          {isTable && head > 0 && <TableHead query={query} edge={shape.edge} />}
          {!isTable && head > 0 && <div style={{ height: head }} role="presentation" />}
          <div className="rp-view__rows" role="rowgroup" style={{ height: rows * shape.rowHeight }}>
            {items.map(({ index, key, start }) => {
              const style = rowStyle(shape, start - head, isTable);
              const rowIndex = index + 1 + (head > 8 ? 1 : 0);
              const cell = { library, viewActions, prefix };
              if (isTable) {
                return <MaterialRow key={key} {...cell} id={ids[index] ?? ''} rowIndex={rowIndex} style={style} />;
              }
              const Cell = kind === 'music' ? SoundTile : Tile;
              return (
                <div key={key} role="row" className="rp-view__row" aria-rowindex={rowIndex} style={style}>
                  {ids.slice(index * shape.columns, (index + 1) * shape.columns).map((id, column) => (
                    <Cell key={id} {...cell} id={id} column={column} />
                  ))}
                </div>
              );
            })}
          </div>
        </div>
      )}
      {isEmpty && empty}
      <ListEnd list={list} scroller={scroller} />
      {!list.hasMore && !isWaiting && <BrokenFiles library={library} canAct={viewActions.drag !== undefined} />}
      <ListTail library={library} shape={shape} isWaiting={isWaiting} height={size.height} />
      <div ref={frame} className="rp-view__band" aria-hidden="true" />
    </div>
  );

  /** The first one that is wholly seen. */
  function focusFirst(): void {
    const row = Math.ceil(Math.max(0, (scroller.current?.scrollTop ?? 0) - head) / shape.rowHeight);
    const first = ids[row * shape.columns] ?? ids.at(-1) ?? null;
    pressed.current = first;
    selection.setFocus(first);
  }
});

function rowStyle({ rowHeight, gap, columns, edge }: GridShape, top: number, isTable: boolean) {
  return {
    height: rowHeight - gap,
    transform: `translateY(${top}px)`,
    insetInline: edge,
    ...(isTable ? {} : { columnGap: gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }),
  };
}

/** The size of an element, followed. */
function useSize(element: { current: HTMLElement | null }): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = current;
      setSize((was) => (was.width === width && was.height === height ? was : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** A finger that stays where it is. */
class LongTouch {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private from = { x: 0, y: 0 };
  private isSpent = false;

  begin({ clientX: x, clientY: y }: PointerEvent, run: () => void): void {
    this.end();
    this.isSpent = false;
    this.from = { x, y };
    this.timer = setTimeout(() => {
      this.isSpent = true;
      run();
    }, LONG_MILLISECONDS);
  }

  readonly move = ({ clientX, clientY }: PointerEvent): void => {
    if (Math.hypot(clientX - this.from.x, clientY - this.from.y) > 8) this.end();
  };

  readonly end = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
  };

  isHeld(): boolean {
    return this.timer !== undefined || this.isSpent;
  }

  /** The press that ends it opens nothing. */
  takeSpent(): boolean {
    const was = this.isSpent;
    this.isSpent = false;
    return was;
  }
}
