import { LATEST_MOMENT } from './timed-cue.ts';

// Files that people have touched write 1:02, 00:01:02,5 and 00:01:02.500 alike, with full-width signs, and with marks
// of direction around them.
const MARKS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const CLOCK = /^(?:(\d{1,3})[:：])?(\d{1,3})[:：](\d{1,2})(?:[,.，．:;](\d{1,9}))?$/;

/** Milliseconds of a moment such as `00:01:02,500`, `1:02.5` or `0:01:02.50`; null for what is none. */
export function readTimestamp(text: string): number | null {
  const [, hours = '0', minutes = '', seconds = '', fraction = ''] = CLOCK.exec(text.replace(MARKS, '').trim()) ?? [];
  if (minutes === '' || Number(seconds) >= 60) return null;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const moment = whole * 1000 + Math.round(Number(`0.${fraction || '0'}`) * 1000);
  return moment > LATEST_MOMENT ? null : moment;
}

/** Removes marks of direction, which files put around their times. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARKS, '');
}

/** A moment as `01:02:03,450`. @param point the sign before the milliseconds */
export function writeTimestamp(milliseconds: number, point: ',' | '.' = '.'): string {
  const { hours, minutes, seconds, rest } = partsOf(milliseconds);
  return `${two(hours)}:${two(minutes)}:${two(seconds)}${point}${String(rest).padStart(3, '0')}`;
}

/** A moment as ASS has it, to a hundredth of a second: `1:02:03.45`. */
export function writeHundredths(milliseconds: number): string {
  const { hours, minutes, seconds, rest } = partsOf(Math.round(milliseconds / 10) * 10);
  return `${hours}:${two(minutes)}:${two(seconds)}.${two(rest / 10)}`;
}

function partsOf(milliseconds: number): { hours: number; minutes: number; seconds: number; rest: number } {
  const whole = Math.floor(milliseconds / 1000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return { hours, minutes, seconds, rest: milliseconds - whole * 1000 };
}

const two = (value: number): string => String(value).padStart(2, '0');
