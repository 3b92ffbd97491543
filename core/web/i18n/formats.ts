import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { I18n, Language } from './i18n.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

const TEN_THOUSAND = 10_000;
const HUNDRED_MILLION = 100_000_000;
const SIZE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;

type Formats = Pick<I18n, 'ago' | 'time' | 'date' | 'count' | 'number' | 'bytes'>;

/** Creates the formatters of {@link I18n}: numbers by the product's rules, times in the user's time zone. */
export function createFormats(
  language: () => Language,
  t: (key: MessageKey, params?: MessageParams) => string,
  now: () => number = Date.now,
): Formats {
  const tag = (): string => (language() === 'zh' ? 'zh-CN' : 'en');

  return {
    ago(time) {
      const passed = now() - new Date(time).getTime();
      if (passed < MINUTE) return t('shell:time.now');
      const format = new Intl.RelativeTimeFormat(tag(), { style: 'long', numeric: 'always' });
      if (passed < HOUR) return spaced(format.format(-Math.floor(passed / MINUTE), 'minute'), language());
      if (passed < DAY) return spaced(format.format(-Math.floor(passed / HOUR), 'hour'), language());
      if (passed < WEEK) return spaced(format.format(-Math.floor(passed / DAY), 'day'), language());
      return date(time);
    },
    time: (time) => `${date(time)} ${clock(time)}`,
    date,
    count(value) {
      if (!Number.isFinite(value)) return '–';
      const size = Math.abs(value);
      if (size >= HUNDRED_MILLION) return `${decimals(value / HUNDRED_MILLION, 2)}亿`;
      if (size >= TEN_THOUSAND) return `${decimals(value / TEN_THOUSAND, 1)}W`;
      return Number.isInteger(value) ? grouped(value, 0) : grouped(value, 2);
    },
    number: (value) => (Number.isFinite(value) ? grouped(value, 2) : '–'),
    bytes(value) {
      if (!Number.isFinite(value) || value <= 0) return `0 ${SIZE_UNITS[0]}`;
      const step = Math.min(Math.floor(Math.log2(value) / 10), SIZE_UNITS.length - 1);
      const amount = value / 1024 ** step;
      const digits = step === 0 || amount >= 100 ? 0 : amount >= 10 ? 1 : 2;
      return `${trimmed(amount.toFixed(digits))} ${SIZE_UNITS[step] ?? 'YB'}`;
    },
  };
}

/** For example `2026-11-21`, in the user's time zone. */
function date(time: string | Date): string {
  const at = new Date(time);
  return [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
}

function clock(time: string | Date): string {
  const at = new Date(time);
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function decimals(value: number, digits: number): string {
  return value.toFixed(digits);
}

function grouped(value: number, digits: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function trimmed(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}

/** Chinese puts a space between a number and a word: 3 分钟前. */
function spaced(text: string, language: Language): string {
  return language === 'zh' ? text.replace(/(\d)(?=\p{Script=Han})/u, '$1 ') : text;
}
