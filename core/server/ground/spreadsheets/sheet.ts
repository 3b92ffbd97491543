/** What a cell holds; null for nothing. Text stays text, whatever it begins with. */
export type Cell = string | number | Date | null;

/** One column of a {@link Sheet}. */
export interface SheetColumn {
  title: string;
  /** In characters; 16 by default. CSV has no widths. */
  width?: number;
}

/** A table that is written to a file while it is read, so that memory does not grow with it. */
export interface Sheet {
  /** Shown on the sheet's tab; CSV has none. */
  name: string;
  columns: readonly SheetColumn[];
  /** Whose clock tells the moments in cells, such as `Asia/Shanghai`: spreadsheets know no zones. */
  zone: string;
  /** In parts of any size; a row has a cell for each column. */
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** Whether this server knows a time zone, so that {@link Sheet.zone} can be it. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/**
 * What a clock in a zone shows at a moment, as if it were UTC.
 * @returns milliseconds since 1970
 */
export function wallClock(zone: string): (moment: Date) => number {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  return (moment) => {
    const shown = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => shown.get(name) ?? NaN;
    return Date.UTC(
      ...([part('year'), part('month') - 1, part('day')] as const),
      ...([part('hour'), part('minute'), part('second')] as const),
    );
  };
}
