/**
 * Words by bag entry: tells how many shots a word shares with every word in it, in time that grows
 * with what is shared only.
 */
export class SharedIndex {
  /** How many words were added, removed ones included: counters need so many places. */
  size = 0;
  readonly #lists: Int32Array[];
  readonly #lengths: Int32Array;

  constructor(bagEntries: number) {
    this.#lists = new Array<Int32Array>(bagEntries).fill(new Int32Array(0));
    this.#lengths = new Int32Array(bagEntries);
  }

  /** Adds a word and returns its number. */
  add(bag: Int32Array): number {
    const word = this.size;
    this.size += 1;
    for (const entry of bag) this.put(entry, word);
    return word;
  }

  put(entry: number, word: number): void {
    const length = this.#lengths[entry] ?? 0;
    let list = this.list(entry);
    if (length === list.length) {
      const longer = new Int32Array(Math.max(8, length * 2));
      longer.set(list);
      this.#lists[entry] = longer;
      list = longer;
    }
    list[length] = word;
    this.#lengths[entry] = length + 1;
  }

  take(entry: number, word: number): void {
    const list = this.list(entry);
    const last = (this.#lengths[entry] ?? 0) - 1;
    list[list.indexOf(word)] = list[last] ?? 0;
    this.#lengths[entry] = last;
  }

  /** Only the first `length(entry)` items count. */
  list(entry: number): Int32Array {
    return this.#lists[entry] ?? new Int32Array(0);
  }

  length(entry: number): number {
    return this.#lengths[entry] ?? 0;
  }

  /** Adds to `counts[word]` one for each entry that the word shares with the bag. */
  count(bag: Int32Array, counts: Uint8Array): void {
    for (const entry of bag) {
      const list = this.list(entry);
      const length = this.length(entry);
      for (let i = 0; i < length; i += 1) {
        const word = list[i] as number; // below length, so present
        counts[word] = (counts[word] as number) + 1;
      }
    }
  }

  /** The most entries that a word of the index shares with the bag. */
  most(bag: Int32Array, counts: Uint8Array = new Uint8Array(this.size)): number {
    counts.fill(0, 0, this.size);
    this.count(bag, counts);
    let most = 0;
    for (let word = 0; word < this.size; word += 1) if ((counts[word] as number) > most) most = counts[word] as number;
    return most;
  }
}
