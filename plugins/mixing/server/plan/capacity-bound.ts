/** A product that stops at the largest exact whole number. */
export function productOf(sizes: readonly number[]): number {
  let product = 1;
  for (const size of sizes) {
    product *= size;
    if (product > Number.MAX_SAFE_INTEGER) return Number.MAX_SAFE_INTEGER;
  }
  return product;
}

/** Singleton: words that share at most `shared` places differ within any other places. */
export function singletonBound(sizes: readonly number[], shared: number): number {
  return productOf([...sizes].sort((a, b) => a - b).slice(0, shared + 1));
}

// Beyond this many words the averaging bound is not looked for: it bites in small spaces only.
const AVERAGING_LIMIT = 4096;

/**
 * Most words of which any two share at most `shared` of the groups' choices.
 * @param sizes choices by group
 * @param shared 0 to groups − 1
 * @param symbols how many different symbols there are in all groups together
 */
export function capacityBound(sizes: readonly number[], shared: number, symbols?: number): number {
  const singleton = Math.min(singletonBound(sizes, shared), packingBound(sizes.length, shared, symbols));
  // Random words agree in Σ 1 / size places on average; from there on the averaging bound says nothing.
  if (symbols === undefined && sizes.reduce((sum, size) => sum + 1 / size, 0) <= shared) return singleton;
  const limit = Math.min(singleton, AVERAGING_LIMIT);
  for (let words = 2; words <= limit; words += 1) {
    const allowed = shared * pairs(words);
    let least = 0;
    for (const size of sizes) least += evenPairs(words, size);
    if (symbols !== undefined) least = Math.max(least, evenPairs(words * sizes.length, symbols));
    if (least > allowed) return words - 1;
  }
  return singleton;
}

/** Where groups overlap: any `shared` + 1 symbols occur together in one word at most. */
function packingBound(groups: number, shared: number, symbols: number | undefined): number {
  if (symbols === undefined) return Infinity;
  let bound = 1;
  for (let i = 0; i <= shared; i += 1) bound *= (symbols - i) / (groups - i);
  return Math.floor(bound + 1e-9 * bound);
}

function pairs(n: number): number {
  return (n * (n - 1)) / 2;
}

/** The least number of agreeing pairs when `words` choices fall on `size` values. */
function evenPairs(words: number, size: number): number {
  const each = Math.floor(words / size);
  const more = words - each * size;
  return more * pairs(each + 1) + (size - more) * pairs(each);
}
