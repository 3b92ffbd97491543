import { readFile, writeFile } from 'node:fs/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { POINTS, type Fingerprint } from './fingerprint.ts';

/**
 * Must change whenever the same footage would produce a different fingerprint: it is part of the node parameters, so
 * that fingerprints of different formats are never compared.
 */
export const FINGERPRINT_FORMAT = 'contrast-1';

/** Serialises a fingerprint: the number of views, then each of them, packed. */
export function packFingerprint({ views }: Fingerprint): Buffer {
  return deflateRawSync(Buffer.concat([Buffer.of(views.length), ...views.map((view) => Buffer.from(view))]));
}

/** Parses the output of {@link packFingerprint}. */
export function unpackFingerprint(packed: Uint8Array): Fingerprint {
  const bytes = inflateRawSync(packed);
  const count = bytes[0] ?? 0;
  const frames = count === 0 ? 0 : (bytes.length - 1) / count / POINTS;
  const size = frames * POINTS;
  const views = Array.from({ length: count }, (_, index) =>
    Int8Array.from(bytes.subarray(1 + index * size, 1 + (index + 1) * size)),
  );
  return { frames, views };
}

/** Writes a fingerprint to a file. */
export async function writeFingerprint(path: string, fingerprint: Fingerprint): Promise<void> {
  await writeFile(path, packFingerprint(fingerprint));
}

/** Reads a file written by {@link writeFingerprint}. */
export async function readFingerprint(path: string): Promise<Fingerprint> {
  return unpackFingerprint(await readFile(path));
}
