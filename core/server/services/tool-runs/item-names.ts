import { cleanName } from '#core/contract/clean-name.ts';

/** Bytes of a name without its ending; file systems take 255 in all. */
const MAX_BYTES = 180;

/** Device names, which Windows does not accept as file names with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/**
 * Names that are unlike each other and some others, however letters are written: `clip`, `clip-2`, `clip-3`. Without
 * what file systems refuse.
 */
export function uniqueNames(wanted: readonly string[], taken: readonly string[]): string[] {
  const used = new Set(taken.map(sameAs));
  return wanted.map((name) => unlikeOthers(fitName(name, 'output'), used, (number) => `-${number}`));
}

/** A name that every file system takes; another one when nothing of it is left. */
export function fitName(text: string, otherwise: string): string {
  const short = shorten(cleanName(text), MAX_BYTES).replace(/[\s.]+$/, '');
  if (short === '') return otherwise;
  return DEVICE.test(short.split('.')[0] ?? '') ? `_${short}` : short;
}

/** The same name, or one with a number after it where another has it already. `taken` gets it. */
export function unlikeOthers(name: string, taken: Set<string>, suffixOf: (number: number) => string): string {
  let own = name;
  for (let number = 2; taken.has(sameAs(own)); number++) {
    const suffix = suffixOf(number);
    own = shorten(name, MAX_BYTES - suffix.length).trimEnd() + suffix;
  }
  taken.add(sameAs(own));
  return own;
}

/** Names that are alike in this are one file on some system. */
export function sameAs(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function shorten(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let short = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += Buffer.byteLength(segment);
    if (used > bytes) break;
    short += segment;
  }
  return short;
}
