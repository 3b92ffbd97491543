/** How long a {@link Period} is. */
export const PERIOD_UNITS = ['day', 'week', 'month'] as const;
/** How long a {@link Period} is. */
export type PeriodUnit = (typeof PERIOD_UNITS)[number];

/** The day, week or month that a day is in. */
export interface Period {
  unit: PeriodUnit;
  /** `2026-11-21`, in the reader's zone. */
  day: string;
}

/** A stretch of time: from its first moment on, and before its last. */
export interface TimeRange {
  from: Date;
  until: Date;
}

/**
 * The day, week or month that a day is in. The end does not belong to it: the next day, the next Monday, the first
 * of the next month.
 */
export function rangeOf(unit: PeriodUnit, day: Date): TimeRange {
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
  if (unit === 'month') return { from: new Date(year, month, 1), until: new Date(year, month + 1, 1) };
  if (unit === 'day') return { from: new Date(year, month, date), until: new Date(year, month, date + 1) };
  const sinceMonday = (day.getDay() + 6) % 7;
  return { from: new Date(year, month, date - sinceMonday), until: new Date(year, month, date - sinceMonday + 7) };
}

/** The moments of a period, as a call asks for them; neither for all time. */
export function momentsOf(period: Period | null): { from?: string; until?: string } {
  const day = period === null ? null : dayOfField(period.day);
  if (period === null || day === null) return {};
  const { from, until } = rangeOf(period.unit, day);
  return { from: from.toISOString(), until: until.toISOString() };
}

/** The same day of the next or the previous period; in a month that is too short, its last day. */
export function stepOf(unit: PeriodUnit, day: Date, step: 1 | -1): Date {
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
  if (unit !== 'month') return new Date(year, month, date + step * (unit === 'day' ? 1 : 7));
  const last = new Date(year, month + step + 1, 0).getDate();
  return new Date(year, month + step, Math.min(date, last));
}

/** A day as a date field has it: `2026-11-21`. */
export function fieldOfDay(day: Date): string {
  const digits = (count: number, value: number): string => String(value).padStart(count, '0');
  return `${digits(4, day.getFullYear())}-${digits(2, day.getMonth() + 1)}-${digits(2, day.getDate())}`;
}

/** The day of a date field at its midnight in the reader's zone; null when it holds no day. */
export function dayOfField(text: string): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return null;
  const day = new Date(Number(year), Number(month) - 1, Number(date));
  return fieldOfDay(day) === text ? day : null;
}
