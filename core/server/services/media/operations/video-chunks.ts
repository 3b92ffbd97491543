import type { SegmentFacts } from './verify-segment.ts';

/** A segment of an output, ready to be joined without re-encoding. */
export interface Segment extends SegmentFacts {
  path: string;
}

/** An output's encoded sound. */
export interface EncodedSound {
  path: string;
  /** Offset in the file of the first packet; the others follow without a gap. */
  from: number;
  /** Bytes of each packet. */
  sizes: number[];
  /** When each packet begins, in seconds. */
  times: number[];
  /** Its track in an MP4 index: the body of `trak`. */
  track: Buffer;
}

/** A contiguous stretch of one track, both in its source file and in the output. */
export interface Chunk {
  track: 'picture' | 'sound';
  /** How many pictures, or packets of sound. */
  samples: number;
  bytes: number;
  path: string;
  from: number;
}

/** The chunks of an output in file order: at most a second of picture, each after the sound that goes with it. */
export function chunksOf(segments: readonly Segment[], sound: EncodedSound | undefined, fps: number): Chunk[] {
  const chunks: Chunk[] = [];
  const ends = { picture: 0, sound: sound?.from ?? 0 };
  const add = (track: Chunk['track'], path: string, sizes: readonly number[]) => {
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (sizes.length > 0) chunks.push({ track, samples: sizes.length, bytes, path, from: ends[track] });
    ends[track] += bytes;
  };
  let [shown, heard] = [0, 0];
  for (const { path, from, sizes } of segments) {
    ends.picture = from;
    for (let first = 0; first < sizes.length; first += fps) {
      const pictures = sizes.slice(first, first + fps);
      shown += pictures.length;
      const before = heard;
      while (sound !== undefined && (sound.times[heard] ?? Infinity) < shown / fps) heard++;
      if (sound !== undefined) add('sound', sound.path, sound.sizes.slice(before, heard));
      add('picture', path, pictures);
    }
  }
  if (sound !== undefined) add('sound', sound.path, sound.sizes.slice(heard));
  return chunks;
}
