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

/** Days of the week, Monday being 0. */
export const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;

const MINUTES_OF_DAY = 24 * 60;

/** Some times of some days of the week, as fields have them. */
export interface WeekTimes {
  days: readonly (typeof WEEK)[number][];
  times: readonly string[];
}

/** Minutes of the week, Monday 0:00 being 0. */
export function minutesOfWeek({ days, times }: WeekTimes): number[] {
  const ofDay = times.flatMap((time) => minutesOfTime(time) ?? []);
  const all = days.flatMap((day) => ofDay.map((minutes) => day * MINUTES_OF_DAY + minutes));
  return [...new Set(all)].sort((a, b) => a - b);
}

/** The days and the times of minutes of the week. */
export function timesOfWeek(minutes: readonly number[]): WeekTimes {
  const digits = (value: number): string => String(value).padStart(2, '0');
  const ofDay = [...new Set(minutes.map((minute) => minute % MINUTES_OF_DAY))].sort((a, b) => a - b);
  return {
    days: WEEK.filter((day) => minutes.some((minute) => Math.floor(minute / MINUTES_OF_DAY) === day)),
    times: ofDay.map((minute) => `${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`),
  };
}
