import { dayOfField } from '#core/web/live/period.ts';

/** How many days are left until a day in the reader's zone: 0 for today, less for the past; null without one. */
export function daysLeft(day: string | null, now = new Date()): number | null {
  const end = day === null ? null : dayOfField(day);
  if (end === null) return null;
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  // Days on which the clock changes have 23 or 25 hours.
  return Math.round((end.getTime() - today.getTime()) / (24 * 60 * 60 * 1000));
}
