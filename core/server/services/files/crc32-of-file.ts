import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';

/** The CRC-32 of a file's bytes, as zip files name it. */
export async function crc32OfFile(path: string): Promise<number> {
  return crc32OfStream(createReadStream(path, { highWaterMark: 256 * 1024 }));
}

/** The same of what a stream gives. */
export async function crc32OfStream(stream: AsyncIterable<Buffer>): Promise<number> {
  let value = 0;
  for await (const chunk of stream) value = crc32(chunk, value);
  return value;
}
