import { observableStore } from '../observable-store.ts';
import { dayOfField, PERIOD_UNITS, type Period } from './period.ts';

/** How the value of a {@link Filter} stands in an address. */
export interface FilterFormat<V> {
  /** @returns undefined when the text means nothing */
  read(text: string): V | undefined;
  write(value: V): string;
}

/** What narrows or sorts a list, kept in the page's address. Observable. Made by `wordsFilter` and its like. */
export class Filter<V> {
  value: V;
  readonly #format: FilterFormat<V>;

  /**
   * @param key of the address's query
   * @param none the value while nothing is chosen; it does not stand in the address
   */
  constructor(
    readonly key: string,
    readonly none: V,
    format: FilterFormat<V>,
  ) {
    this.value = none;
    this.#format = format;
    observableStore(this);
  }

  /** As it stands in the address; empty when nothing is chosen. */
  get text(): string {
    return this.isSet ? this.#format.write(this.value) : '';
  }

  get isSet(): boolean {
    return this.#format.write(this.value) !== this.#format.write(this.none);
  }

  set(value: V): void {
    this.value = value;
  }

  clear(): void {
    this.value = this.none;
  }

  /** Takes its value from an address. @param text null when its key is not there */
  take(text: string | null): void {
    const value = text === null ? this.none : (this.#format.read(text) ?? this.none);
    if (this.#format.write(value) !== this.#format.write(this.value)) this.value = value;
  }
}

/** Words that are searched for. */
export function wordsFilter(key = 'q'): Filter<string> {
  return new Filter(key, '', { read: (text) => text.trim(), write: (words) => words.trim() });
}

/** One of a few values, or null for all of them. */
export function choiceFilter<T extends string>(key: string, choices: readonly T[]): Filter<T | null> {
  return new Filter<T | null>(key, null, {
    read: (text) => choices.find((choice) => choice === text),
    write: (choice) => choice ?? '',
  });
}

/** A stretch of days, both of which belong to it: `{ from: '2026-11-01', to: '2026-11-22' }`. */
export function daysFilter(key: string): Filter<{ from: string; to: string } | null> {
  return new Filter<{ from: string; to: string } | null>(key, null, {
    read(text) {
      const [from = '', to = ''] = text.split('_');
      return dayOfField(from) === null || dayOfField(to) === null || from > to ? undefined : { from, to };
    },
    write: (days) => (days === null ? '' : `${days.from}_${days.to}`),
  });
}

/** A day, a week or a month; null for all time. */
export function periodFilter(key: string): Filter<Period | null> {
  return new Filter<Period | null>(key, null, {
    read(text) {
      const [of, day = ''] = text.split('_');
      const unit = PERIOD_UNITS.find((each) => each === of);
      return unit === undefined || dayOfField(day) === null ? undefined : { unit, day };
    },
    write: (period) => (period === null ? '' : `${period.unit}_${period.day}`),
  });
}

/** What a list is sorted by. */
export interface SortOrder {
  by: string;
  descending: boolean;
}

/**
 * The order of a list.
 * @param fields what it can be sorted by
 * @param first the order when none was chosen
 */
export function orderFilter(fields: readonly string[], first: SortOrder, key = 'sort'): Filter<SortOrder> {
  return new Filter<SortOrder>(key, first, {
    read(text) {
      const descending = text.startsWith('-');
      const by = descending ? text.slice(1) : text;
      return fields.includes(by) ? { by, descending } : undefined;
    },
    write: ({ by, descending }) => (descending ? `-${by}` : by),
  });
}
