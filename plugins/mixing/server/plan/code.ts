import { productOf } from './capacity-bound.ts';
import { codeRows } from './code-rows.ts';
import { finiteField, type Field } from './finite-field.ts';
import type { Choice } from './space.ts';

/** A set of words, made without search, of which any two agree in at most `share` groups. */
export interface Code {
  /** The same for the same code of the same groups. */
  name: string;
  method: 'reed-solomon' | 'linear';
  share: number;
  /** Indexes run from 0 to `indexes` − 1; capped at the largest exact whole number. */
  indexes: number;
  /** Whether every index gives a word; otherwise some fall outside the alphabets. */
  whole: boolean;
  /** The share of indexes that can be expected to give words; 1 when whole. */
  narrowing: number;
  word(index: number): Choice | null;
  /** The words in blocks that use every one of a group's first q shots once. */
  blocks: { count: number; size: number; words(block: number): Choice[] } | null;
}

/** All groups take their first shot, all their second, …: nothing is shared. */
export function diagonalCode(sizes: readonly number[]): Code {
  return {
    name: 'diagonal',
    method: 'reed-solomon',
    share: 0,
    indexes: Math.min(...sizes),
    whole: true,
    narrowing: 1,
    word: (index) => new Int32Array(sizes.length).fill(index),
    blocks: null,
  };
}

/** Everything free but the largest group, whose shot is the sum of the others: two words differ twice. */
export function paritySumCode(sizes: readonly number[]): Code {
  const check = sizes.indexOf(Math.max(...sizes));
  const free = sizes.flatMap((size, group) => (group === check ? [] : [{ group, size }]));
  const modulus = sizes[check] ?? 1;
  return {
    name: 'parity',
    method: 'reed-solomon',
    share: sizes.length - 2,
    indexes: productOf(free.map(({ size }) => size)),
    whole: true,
    narrowing: 1,
    word(index) {
      const word = new Int32Array(sizes.length);
      let sum = 0;
      for (const { group, size } of free) {
        const value = index % size;
        index = Math.floor(index / size);
        word[group] = value;
        sum += value;
      }
      word[check] = sum % modulus;
      return word;
    },
    blocks: null,
  };
}

/**
 * Linear code over GF(q) with messages of k symbols. The k information places
 * are given to the smallest groups, so that these may be smaller than q at no loss (shortening).
 */
export function linearCode(sizes: readonly number[], q: number, k: number): Code {
  const field = finiteField(q);
  const { rows, share, full } = codeRows(q, k, sizes.length);
  const { places, generator } = systematic(field, rows, sizes);
  const radix = places.map((place) => Math.min(sizes[place] ?? 0, q));
  const whole = sizes.every((size, group) => size >= q || places.includes(group));

  function encode(values: readonly number[]): Choice | null {
    const word = new Int32Array(sizes.length);
    for (let group = 0; group < sizes.length; group += 1) {
      let sum = 0;
      for (let i = 0; i < k; i += 1) sum = field.add(sum, field.multiply(values[i] ?? 0, generator[i]?.[group] ?? 0));
      if (sum >= (sizes[group] ?? 0)) return null;
      word[group] = sum;
    }
    return word;
  }
  function word(index: number): Choice | null {
    const values: number[] = [];
    for (const base of radix) {
      values.push(index % base);
      index = Math.floor(index / base);
    }
    return encode(values);
  }
  return {
    name: `${q}^${k}`,
    method: share === k - 1 ? 'reed-solomon' : 'linear',
    share,
    indexes: productOf(radix),
    whole,
    narrowing: sizes.reduce(
      (product, size, group) => (places.includes(group) ? product : product * Math.min(1, size / q)),
      1,
    ),
    word,
    blocks:
      full && whole && radix.every((base) => base === q)
        ? blocksOf(
            field,
            k,
            places.map((place) => full[place] ?? 0),
            encode,
          )
        : null,
  };
}

function blocksOf(
  field: Field,
  k: number,
  full: readonly number[],
  encode: (values: number[]) => Choice | null,
): Code['blocks'] {
  const { q } = field;
  const pivot = full.findIndex((value) => value !== 0);
  return {
    count: productOf(new Array<number>(k - 1).fill(q)),
    size: q,
    words(block) {
      const base: number[] = [];
      for (let i = 0; i < k; i += 1) {
        base.push(i === pivot ? 0 : block % q);
        if (i !== pivot) block = Math.floor(block / q);
      }
      return Array.from({ length: q }, (_, t) => t).flatMap(
        (t) => encode(base.map((value, i) => field.add(value, field.multiply(t, full[i] ?? 0)))) ?? [],
      );
    },
  };
}

/** Generator rows such that the values at `places`, the smallest independent groups, are the message. */
function systematic(
  field: Field,
  generator: readonly (readonly number[])[],
  sizes: readonly number[],
): { places: number[]; generator: number[][] } {
  const rows = generator.map((row) => [...row]);
  const k = rows.length;
  const bySize = sizes.map((_, group) => group).sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0) || a - b);
  const places: number[] = [];
  for (const group of bySize) {
    const at = places.length;
    const found = rows.findIndex((row, i) => i >= at && row[group] !== 0);
    if (found < 0) continue;
    [rows[at], rows[found]] = [rows[found] ?? [], rows[at] ?? []];
    const factor = field.invert(rows[at]?.[group] ?? 1);
    const pivot = (rows[at] ?? []).map((value) => field.multiply(value, factor));
    rows[at] = pivot;
    for (let i = 0; i < k; i += 1) {
      const times = rows[i]?.[group] ?? 0;
      if (i === at || times === 0) continue;
      rows[i] = (rows[i] ?? []).map((value, j) => field.subtract(value, field.multiply(times, pivot[j] ?? 0)));
    }
    places.push(group);
    if (places.length === k) break;
  }
  return { places, generator: rows };
}
