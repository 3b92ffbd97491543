import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an address of a zip names; whoever has it may read it until it expires. */
export interface ArchiveLink {
  runId: string;
  /** Places of its files in the run, from {@link packPlaces}. */
  places: string;
  /** Of texts in it. */
  language: 'zh' | 'en';
  /** Unix time in seconds. */
  expires: number;
}

/**
 * The path and query of a zip.
 * @param folder where a call serves them: `/api/tool-run-archives`
 */
export function archivePath(key: Buffer, folder: string, link: ArchiveLink): string {
  const { runId, places, language, expires } = link;
  const query = new URLSearchParams({ o: places, l: language, e: String(expires), s: signatureOf(key, link) });
  return `${folder}/${runId}?${query.toString()}`;
}

/** Whether an address was given out by us, and is not too old. */
export function isArchiveLink(key: Buffer, link: ArchiveLink, signature: string, now: Date): boolean {
  const right = Buffer.from(signatureOf(key, link));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right) && link.expires * 1000 > now.getTime();
}

/** Numbers as a bit field, base64url: thousands of places fit into an address. */
export function packPlaces(places: readonly number[]): string {
  const bits = Buffer.alloc(Math.max(0, ...places.map((place) => (place >> 3) + 1)));
  for (const place of places) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
  return bits.toString('base64url');
}

/** Reads what {@link packPlaces} wrote. */
export function unpackPlaces(packed: string): Set<number> {
  const places = new Set<number>();
  Buffer.from(packed, 'base64url').forEach((byte, at) => {
    for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) places.add(at * 8 + bit);
  });
  return places;
}

function signatureOf(key: Buffer, { runId, places, language, expires }: ArchiveLink): string {
  return createHmac('sha256', key).update([runId, places, language, expires].join('\n')).digest('base64url');
}
