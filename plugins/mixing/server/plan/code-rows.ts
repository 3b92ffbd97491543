import assert from 'node:assert/strict';

import { orderPlaces } from './code-places.ts';
import { finiteField, type Field } from './finite-field.ts';
import { seededRandom } from './random.ts';

/** Generator rows of a code over GF(q), one place a group: its words are the sums of multiples of rows. */
export interface CodeRows {
  rows: readonly (readonly number[])[];
  /** Two words agree at so many places at most. */
  share: number;
  /** A word without a zero, when one is known: its multiples use every symbol of a group once. */
  full: readonly number[] | null;
}

// A row is searched for while the code so far has at most so many words, in about so many steps.
const SEARCHED_WORDS = 4096;
const SEARCH_STEPS = 6_000_000;
const SEARCH_STARTS = 24;

const chains = new Map<string, CodeRows[]>();

/**
 * A code with k rows for `length` groups. Up to length q + 1 it is Reed–Solomon's (where k − 1 places
 * agree at most, and nothing is better); beyond that rows are found by a seeded search. The code with
 * k rows holds the one with k − 1, so that a later and larger batch of a project can build on the
 * earlier ones (only length q + 1, with the point at infinity, is no such chain).
 */
export function codeRows(q: number, k: number, length: number): CodeRows {
  const field = finiteField(q);
  if (length <= q + 1) return curveRows(field, k, curvePlaces(q, length, Math.min(length, q + 1)));
  const key = `${q},${length}`;
  const chain = chains.get(key) ?? [];
  chains.set(key, chain);
  if (chain.length === 0) chain.push(...firstRows(field, length));
  for (let before = chain[chain.length - 1]; before && chain.length < k; before = chain[chain.length - 1]) {
    chain.push(nextRows(field, before));
  }
  const found = chain[k - 1];
  assert.ok(found, 'a code has as many rows as were asked for');
  return found;
}

/** The codes with one to three rows, their places in the order that suits transitions. */
function firstRows(field: Field, length: number): CodeRows[] {
  // Without infinity the constant words have no zero, so it is taken only where it pays; and points
  // that are all taken equally often can serve the third row better than more of them.
  const most = Math.ceil(length / field.q) === Math.ceil(length / (field.q + 1)) ? field.q : field.q + 1;
  const least = Math.ceil(length / Math.ceil(length / most));
  const [few, many] = [least, most].map((different) => startRows(field, curvePlaces(field.q, length, different)));
  return few && many && (few[2]?.share ?? 0) <= (many[2]?.share ?? 0) ? few : (many ?? []);
}

function startRows(field: Field, places: readonly number[]): CodeRows[] {
  const two = curveRows(field, 2, places);
  const list = [curveRows(field, 1, places), two, nextRows(field, two)];
  const order = orderPlaces(field, list[2] ?? two);
  return list.map((code) => ({
    ...code,
    rows: code.rows.map((row) => order.map((at) => row[at] ?? 0)),
    full: code.full && order.map((at) => code.full?.[at] ?? 0),
  }));
}

function nextRows(field: Field, before: CodeRows): CodeRows {
  const searched = searchedRow(field, before, before.rows.length);
  if (searched) return searched;
  // Too large to search: powers of the second row, as in a Reed–Solomon code with repeated points.
  const places = curvePlaces(field.q, before.rows[0]?.length ?? 0, field.q);
  return curveRows(field, before.rows.length + 1, places);
}

/**
 * The point of the curve that each group takes; q stands for the one at infinity. Equal ones are
 * neighbours, and for a prime q neighbouring sums alternate: both let neighbouring groups repeat the
 * same pairs of shots within a block, so that a transition serves many outputs.
 */
function curvePlaces(q: number, length: number, different: number): number[] {
  const each = Math.floor(length / different);
  const more = length - each * different;
  const finite = Math.min(different, q);
  const points: number[] = [];
  for (let i = 0; i < finite; i += 1) points.push(i % 2 === 0 ? i / 2 : finite - (i + 1) / 2);
  if (different > q) points.push(q);
  return points.flatMap((point, at) => new Array<number>(each + (at < more ? 1 : 0)).fill(point));
}

function curveRows(field: Field, k: number, places: readonly number[]): CodeRows {
  const rows: number[][] = [];
  for (let row = 0; row < k; row += 1) {
    rows.push(
      places.map((x, at) => {
        if (x === field.q) return row === k - 1 ? 1 : 0;
        return row === 0 ? 1 : field.multiply(rows[row - 1]?.[at] ?? 0, x);
      }),
    );
  }
  const times = new Map<number, number>();
  for (const x of places) times.set(x, (times.get(x) ?? 0) + 1);
  const share = [...times.values()]
    .sort((a, b) => b - a)
    .slice(0, k - 1)
    .reduce((sum, count) => sum + count, 0);
  return { rows, share, full: places.includes(field.q) ? fullWord(field, rows) : (rows[0] ?? null) };
}

function fullWord(field: Field, rows: readonly (readonly number[])[]): number[] | null {
  const { q } = field;
  for (let index = 1; index < Math.min(2000, q ** rows.length); index += 1) {
    const word = combine(field, rows, index);
    if (!word.includes(0)) return word;
  }
  return null;
}

/** The row that agrees least with the words so far: their difference to it is what new words can have of zeros. */
function searchedRow(field: Field, before: CodeRows, k: number): CodeRows | null {
  const total = field.q ** k;
  if (total > SEARCHED_WORDS) return null;
  const length = before.rows[0]?.length ?? 0;
  const holders = wordsByValue(field, before.rows, total, length);
  const agree = new Uint8Array(total);
  const rounds = 3 * length;
  const starts = Math.max(1, Math.min(SEARCH_STARTS, Math.floor(SEARCH_STEPS / (total * 2 * (length + rounds)))));
  // The mean agreement, and what the code so far shares, cannot be gone below.
  const lowest = Math.max(before.share, k, Math.ceil(length / field.q));
  let best: { row: number[]; share: number } | null = null;

  for (let start = 0; start < starts && (best?.share ?? Infinity) > lowest; start += 1) {
    const random = seededRandom(1, field.q, k, length, start);
    const row = new Array<number>(length).fill(-1);
    agree.fill(0);
    for (const at of random.shuffle(Array.from(row.keys()))) place(row, at, random.below(field.q));
    for (let round = 0; round <= rounds; round += 1) {
      const most = Math.max(
        before.share,
        agree.reduce((a, b) => Math.max(a, b), 0),
      );
      if (!best || most < best.share) best = { row: [...row], share: most };
      const at = random.below(length);
      for (const word of holders[at]?.[row[at] ?? 0] ?? []) agree[word] = (agree[word] ?? 0) - 1;
      place(row, at, random.below(field.q));
    }
  }
  return best && { rows: [...before.rows, best.row], share: best.share, full: before.full };

  /** Gives the place the value whose words agree least so far. */
  function place(row: number[], at: number, from: number): void {
    let chosen = 0;
    let least = Infinity;
    for (let step = 0; step < field.q; step += 1) {
      const value = (from + step) % field.q;
      let most = 0;
      let times = 0;
      for (const word of holders[at]?.[value] ?? []) {
        const count = agree[word] as number; // word is below the number of words
        if (count > most) [most, times] = [count, 1];
        else if (count === most) times += 1;
      }
      const cost = most * total + times;
      if (cost < least) [chosen, least] = [value, cost];
    }
    row[at] = chosen;
    for (const word of holders[at]?.[chosen] ?? []) agree[word] = (agree[word] ?? 0) + 1;
  }
}

/** For each place and value the numbers of the words that have it there. */
function wordsByValue(field: Field, rows: CodeRows['rows'], total: number, length: number): number[][][] {
  const holders = Array.from({ length }, () => Array.from({ length: field.q }, (): number[] => []));
  for (let index = 0; index < total; index += 1) {
    combine(field, rows, index).forEach((value, at) => holders[at]?.[value]?.push(index));
  }
  return holders;
}

/** The word whose message is `index` written to the base q. */
function combine(field: Field, rows: CodeRows['rows'], index: number): number[] {
  let word: number[] = (rows[0] ?? []).map(() => 0);
  for (const row of rows) {
    const times = index % field.q;
    index = Math.floor(index / field.q);
    if (times !== 0) word = word.map((value, at) => field.add(value, field.multiply(times, row[at] ?? 0)));
  }
  return word;
}
