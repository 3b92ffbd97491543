import { bitsOf } from './bit-reader.ts';
import { readSequenceSet, setsIn } from './parameter-sets.ts';

/** The number of all key frames with which segments begin, those of our encoder as well as copied ones. */
export const FIRST_KEY = 0;

/** Bytes of a unit that hold all that is read of it. */
const HEAD = 32;

/**
 * The number of a key frame (`idr_pic_id`), by which decoders tell two of them apart that stand one after the other:
 * both may not have the same. x264 counts 0 and 1 in turn.
 * @param unit a coded slice of the picture, without its length
 * @param parameterSets the body of `avcC`, in hex
 * @throws AssertionError or RangeError for parameter sets that are not understood
 */
export function keyNumber(unit: Buffer, parameterSets: string): number {
  const slice = bitsOf(unit.subarray(1, HEAD));
  // Where the slice begins, its type and its parameter set.
  for (let field = 0; field < 3; field++) slice.variable();
  slice.fixed(readSequenceSet(setsIn(Buffer.from(parameterSets, 'hex')).sequence[0]).frameNumberBits);
  return slice.variable();
}
