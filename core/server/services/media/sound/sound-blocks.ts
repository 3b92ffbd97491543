import { SAMPLE_RATE } from './common-sound.ts';
import { CHANNELS } from './wav-file.ts';

/** Sample frames mixed at a time: one second, so that other work is not blocked for long. */
export const BLOCK = SAMPLE_RATE;

/** A sound in blocks of interleaved left and right; each is valid until the next one is asked for. */
export type Blocks = AsyncGenerator<Float32Array, void, undefined>;

/** Memory for one of them. */
export type Block = Float32Array<ArrayBuffer>;

/** The longest mix that is kept between passes, in samples of one channel: two minutes take 46 MB. */
export const MOST_KEPT = 120 * SAMPLE_RATE;

/** Blocks for the next mixes: allocated for each anew, they would have to be collected several times a second. */
const spare: Block[] = [];
const MOST_SPARE = MOST_KEPT / BLOCK;

/** Memory for a block, whatever it held before. */
export const spareBlock = (): Block => spare.pop() ?? new Float32Array(BLOCK * CHANNELS);

/** Lends memory to others, that nobody uses any more. */
export function lendAgain(blocks: readonly Block[]): void {
  spare.push(...blocks.slice(0, Math.max(0, MOST_SPARE - spare.length)));
}

/** Answers the same blocks again without mixing them anew. @param kept holds them meanwhile */
export function keeping(mix: () => Blocks, kept: Block[]): () => Blocks {
  const lengths: number[] = [];
  let isWhole = false;
  return async function* () {
    if (!isWhole) {
      for await (const block of mix()) {
        const copy = spareBlock();
        copy.set(block);
        kept.push(copy);
        lengths.push(block.length);
        yield block;
      }
      isWhole = true;
      return;
    }
    const memory = spareBlock();
    try {
      for (const [index, block] of kept.entries()) {
        memory.set(block);
        yield memory.subarray(0, lengths[index]);
      }
    } finally {
      lendAgain([memory]);
    }
  };
}
