import { open, type FileHandle } from 'node:fs/promises';

import { planesSize } from './planes.ts';

/** Bytes of a file's first line, and of the line before each picture, at most. */
const [HEADER, FRAME_HEADER] = [512, 256];

/** What comes before each picture. */
export const Y4M_FRAME = Buffer.from('FRAME\n');

/** The first line of a Y4M file of eight bits whose colours have half its size, thirty pictures a second. */
export const y4mHeader = (width: number, height: number): Buffer =>
  Buffer.from(`YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED\n`);

/** Bytes that a Y4M file with so many pictures has at most. */
export const mostY4mBytes = (width: number, height: number, frames: number): number =>
  HEADER + frames * (planesSize(width, height) + FRAME_HEADER);

/**
 * Reads the pictures of a Y4M file from outside, each in the same memory as the one before.
 * @throws RangeError that says what is wrong, unless it has exactly so many pictures of that size, of eight bits and with
 *   colours at half of it
 */
export async function* readY4m(
  path: string,
  { width, height, frames }: { width: number; height: number; frames: number },
): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    const { line, next } = await lineAt(file, 0, HEADER);
    const [magic, ...fields] = line.split(' ');
    if (magic !== 'YUV4MPEG2') throw new RangeError('it is no Y4M file');
    const field = (letter: string) => fields.find((each) => each.startsWith(letter))?.slice(1);
    if (field('W') !== String(width) || field('H') !== String(height)) {
      throw new RangeError(`its pictures have ${field('W')} × ${field('H')} pixels instead of ${width} × ${height}`);
    }
    if (!/^420(jpeg|mpeg2|paldv)?$/.test(field('C') ?? '420')) throw new RangeError(`its colours are C${field('C')}`);
    const picture = Buffer.allocUnsafe(planesSize(width, height));
    let at = next;
    for (let number = 0; number < frames; number++) {
      const begin = await lineAt(file, at, FRAME_HEADER);
      if (!/^FRAME( |$)/.test(begin.line)) throw new RangeError(`it has ${number} pictures instead of ${frames}`);
      const { bytesRead } = await file.read(picture, 0, picture.length, begin.next);
      if (bytesRead < picture.length) throw new RangeError(`it ends within picture ${number + 1} of ${frames}`);
      at = begin.next + bytesRead;
      yield picture;
    }
    if ((await file.stat()).size > at) throw new RangeError(`it has more than ${frames} pictures`);
  } finally {
    await file.close();
  }
}

/** A line of text at a place of a file, which is empty where it does not end in time, and where the next byte is. */
async function lineAt(file: FileHandle, at: number, most: number): Promise<{ line: string; next: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, at);
  const end = buffer.subarray(0, bytesRead).indexOf('\n');
  return { line: buffer.toString('latin1', 0, Math.max(0, end)), next: at + end + 1 };
}
