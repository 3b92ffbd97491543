import { dayOfField, fieldOfDay } from '#core/web/live/period.ts';

/** A moment as a field has it, in the reader's zone: `2026-11-27T09:30`. */
export function fieldOfMoment(moment: Date): string {
  const digits = (value: number): string => String(value).padStart(2, '0');
  return `${fieldOfDay(moment)}T${digits(moment.getHours())}:${digits(moment.getMinutes())}`;
}

/** The moment of a field; null when it holds none. */
export function momentOfField(text: string): Date | null {
  const [day = '', time = ''] = text.split('T', 2);
  const minutes = minutesOfTime(time);
  const midnight = dayOfField(day);
  if (midnight === null || minutes === null) return null;
  midnight.setHours(Math.floor(minutes / 60), minutes % 60);
  return midnight;
}

/** Minutes since midnight of a time such as `09:30`; null for what is none. */
export function minutesOfTime(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** The same moment some days later, at the same time of the day. */
export function daysLater(moment: Date, days: number): Date {
  const later = new Date(moment);
  later.setDate(later.getDate() + days);
  return later;
}
