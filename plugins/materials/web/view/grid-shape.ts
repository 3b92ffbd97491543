import type { MaterialKind } from '#plugins/materials/calls.ts';

/** How a view is laid out, in pixels. */
export interface GridShape {
  columns: number;
  /** From one row to the next. */
  rowHeight: number;
  /** From one column to the next. */
  columnWidth: number;
  gap: number;
  /** Beside the rows. */
  edge: number;
}

/** A rectangle in the coordinates of the rows: the first one begins at 0. */
export interface Band {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const GAP = 4;
/** The name below a picture. */
const CAPTION = 22;
/** Below this width it is held in one hand. */
const PHONE = 560;

/** Lays out so many pixels. */
export function shapeOf(kind: MaterialKind, view: 'grid' | 'table', width: number): GridShape {
  const isPhone = width < PHONE;
  const edge = isPhone ? (view === 'grid' && kind !== 'music' ? 0 : 12) : 24;
  const inner = Math.max(1, width - 2 * edge);
  if (view === 'table') {
    return { columns: 1, rowHeight: isPhone ? 68 : 52, columnWidth: inner, gap: 0, edge };
  }
  if (kind === 'music') {
    const gap = 8;
    const columns = Math.max(1, Math.floor((inner + gap) / (300 + gap)));
    return { columns, rowHeight: 124 + gap, columnWidth: (inner + gap) / columns, gap, edge };
  }
  const least = isPhone ? 112 : 168;
  const columns = Math.max(3, Math.floor((inner + GAP) / (least + GAP)));
  const columnWidth = (inner + GAP) / columns;
  return { columns, rowHeight: Math.round(columnWidth) + CAPTION, columnWidth, gap: GAP, edge };
}

/** Which of so many are touched by a band; in their order. */
export function touchedBy(band: Band, { columns, rowHeight, columnWidth, gap }: GridShape, count: number): number[] {
  const firstRow = Math.max(0, Math.floor((band.top + gap) / rowHeight));
  const lastRow = Math.min(Math.ceil(count / columns) - 1, Math.floor(band.bottom / rowHeight));
  const firstColumn = Math.max(0, Math.floor((band.left + gap) / columnWidth));
  const lastColumn = Math.min(columns - 1, Math.floor(band.right / columnWidth));
  const touched: number[] = [];
  for (let row = firstRow; row <= lastRow; row += 1) {
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      const index = row * columns + column;
      if (index < count) touched.push(index);
    }
  }
  return touched;
}
