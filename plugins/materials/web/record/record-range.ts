/** What one step of the record spans; `all` is everything. */
export type RecordUnit = 'all' | 'day' | 'week' | 'month';

/** A stretch of time: from its first moment on, and before its last. */
export interface RecordRange {
  from: Date;
  until: Date;
}

/**
 * The day, week or month that a day is in. The end does not belong to it: the next day, the next Monday, the first
 * of the next month.
 */
export function rangeOf(unit: Exclude<RecordUnit, 'all'>, day: Date): RecordRange {
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
  if (unit === 'month') return { from: new Date(year, month, 1), until: new Date(year, month + 1, 1) };
  if (unit === 'day') return { from: new Date(year, month, date), until: new Date(year, month, date + 1) };
  const sinceMonday = (day.getDay() + 6) % 7;
  return { from: new Date(year, month, date - sinceMonday), until: new Date(year, month, date - sinceMonday + 7) };
}

/** The same day of the next or the one before; of a month that is too short its last one. */
export function stepOf(unit: Exclude<RecordUnit, 'all'>, day: Date, step: 1 | -1): Date {
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
  if (unit !== 'month') return new Date(year, month, date + step * (unit === 'day' ? 1 : 7));
  const last = new Date(year, month + step + 1, 0).getDate();
  return new Date(year, month + step, Math.min(date, last));
}

/** A day as a date field has it: `2026-11-21`. */
export function fieldOfDay(day: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The day of a date field, in the reader's zone; null when nothing proper stands there. */
export function dayOfField(text: string): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return null;
  const day = new Date(Number(year), Number(month) - 1, Number(date));
  return Number.isNaN(day.getTime()) ? null : day;
}
