import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createDeflateRaw, inflateRaw } from 'node:zlib';

import { GRID, type FrameSignals } from './frame-signals.ts';

/** Must change whenever the same video would give other signals: part of node parameters. */
export const SIGNALS_FORMAT = 'signals-2';

/** Writes signals into a file. */
export async function writeSignals(
  path: string,
  { count, times, grids, residual, histogram, spread, detail }: FrameSignals,
): Promise<void> {
  const head = Buffer.alloc(8);
  head.writeDoubleLE(count);
  const parts = [times, residual, histogram, spread, detail, grids];
  const bytes = parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  await pipeline(Readable.from([head, ...bytes]), createDeflateRaw({ level: 1 }), createWriteStream(path));
}

/** Reads what {@link writeSignals} has written. */
export async function readSignals(path: string): Promise<FrameSignals> {
  const bytes = await promisify(inflateRaw)(await readFile(path));
  const isAligned = bytes.byteOffset % 8 === 0;
  const whole = isAligned ? bytes.buffer : bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const begin = isAligned ? bytes.byteOffset : 0;
  const count = bytes.readDoubleLE(0);
  const floats = (column: number) => new Float32Array(whole, begin + 8 + count * 8 + column * count * 4, count);
  return {
    ...{ count, times: new Float64Array(whole, begin + 8, count) },
    ...{ residual: floats(0), histogram: floats(1), spread: floats(2), detail: floats(3) },
    grids: new Uint8Array(whole, begin + 8 + count * 24, count * GRID),
  };
}
