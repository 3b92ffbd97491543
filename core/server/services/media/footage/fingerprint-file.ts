import { readFile, writeFile } from 'node:fs/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { POINTS, type Fingerprint } from './fingerprint.ts';

/**
 * Changes whenever a fingerprint of the same footage would come out differently: nodes that hold one name it in their
 * parameters, so that none is compared with one of another making.
 */
export const FINGERPRINT_FORMAT = 'contrast-1';

/** A fingerprint as bytes: how many views it has, then each, packed. */
export function packFingerprint({ views }: Fingerprint): Buffer {
  return deflateRawSync(Buffer.concat([Buffer.of(views.length), ...views.map((view) => Buffer.from(view))]));
}

/** Reads what {@link packFingerprint} wrote. */
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

/** Writes a fingerprint into a file. */
export async function writeFingerprint(path: string, fingerprint: Fingerprint): Promise<void> {
  await writeFile(path, packFingerprint(fingerprint));
}

/** Reads what {@link writeFingerprint} wrote. */
export async function readFingerprint(path: string): Promise<Fingerprint> {
  return unpackFingerprint(await readFile(path));
}
