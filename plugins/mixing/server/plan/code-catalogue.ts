import { diagonalCode, linearCode, paritySumCode, type Code } from './code.ts';
import { codeRows } from './code-rows.ts';
import { isFieldSize, largestField } from './finite-field.ts';

/** Up to so many words are listed one by one. */
export const COUNTED_INDEXES = 20_000;

// Codes of which some indexes give no word, so that they have to be counted.
const PARTIAL_INDEXES = 10_000;

export interface CodeOffer {
  code: Code;
  /** How many words it has. */
  size: number;
}

/**
 * The largest code for these group sizes of which any two words agree in at most `shared` groups;
 * among equally large ones the one that shares less. Null when shared is below 0 only.
 */
export function largestCode(sizes: readonly number[], shared: number): CodeOffer | null {
  const groups = sizes.length;
  const ascending = [...sizes].sort((a, b) => a - b);
  let best: CodeOffer | null = null;
  const offer = (code: Code): void => {
    if (best && code.indexes < best.size) return;
    const size = code.whole ? code.indexes : countWords(code);
    const better = best === null || size > best.size || (size === best.size && worth(code) > worth(best.code));
    if (better) best = { code, size };
  };
  const offerLinear = (q: number, k: number): void => {
    if (codeRows(q, k, groups).share > shared) return;
    const code = linearCode(sizes, q, k);
    if (code.whole) return offer(code);
    // Each place that is smaller than the field keeps its share of the words.
    const expected = code.indexes * code.narrowing;
    if (code.indexes <= PARTIAL_INDEXES && expected * 1.3 > (best?.size ?? 0)) offer(code);
  };

  offer(diagonalCode(sizes));
  if (shared === groups - 2) offer(paritySumCode(sizes));
  for (let k = Math.min(shared + 1, groups - 1); k >= 2; k -= 1) {
    const q = largestField(ascending[k] ?? 0);
    if (q !== null) offerLinear(q, k);
  }
  for (let k = Math.min(shared + 1, groups - 1); k >= 2; k -= 1) {
    const room = ascending[k] ?? 0;
    const larger = [room + 1, room + 2, room + 3].find(isFieldSize);
    if (larger !== undefined && larger ** k <= PARTIAL_INDEXES) offerLinear(larger, k);
  }
  return best;
}

function worth(code: Code): number {
  return (code.blocks ? 1 : 0) - code.share * 2;
}

function countWords(code: Code): number {
  let count = 0;
  for (let index = 0; index < code.indexes; index += 1) if (code.word(index)) count += 1;
  return count;
}
