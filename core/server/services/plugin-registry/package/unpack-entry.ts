import { crc32, inflateRaw } from 'node:zlib';
import { promisify } from 'node:util';

import { refuse, type ZipEntry } from './zip-directory.ts';

const inflate = promisify(inflateRaw);

/**
 * Unpacks one file of a zip, in a thread. Stops at the size given in the directory, so that a wrong size is
 * detected without using the memory.
 * @throws expected `core:plugin.package-damaged`
 */
export async function unpackEntry(entry: ZipEntry): Promise<Buffer> {
  const bytes = entry.method === 0 ? entry.stored : await inflated(entry);
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) refuse('core:plugin.package-damaged', entry.path);
  return bytes;
}

async function inflated({ path, stored, size }: ZipEntry): Promise<Buffer> {
  try {
    return await inflate(stored, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    return refuse('core:plugin.package-damaged', path, error);
  }
}
