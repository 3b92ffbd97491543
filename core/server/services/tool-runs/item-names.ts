import { cleanName } from '#core/contract/clean-name.ts';
import { fillPattern, type NamedBy } from '#core/contract/name-pattern.ts';

import type { AnyTool, Json } from './tool.ts';

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

/** How an owner names the items of a run. */
export interface Naming {
  /** As `fillPattern` reads it. */
  pattern: string;
  /** An IANA zone, in whose days `{date}` counts. */
  timeZone: string;
}

/** What an owner's naming calls an item, which may be what another one is called, too. */
export function ownersName(
  { pattern, timeZone }: Naming,
  { name: run, createdAt }: { name: string; createdAt: Date },
  { name, position, params }: { name: string; position: number; params: Json },
  tool: AnyTool | undefined,
): string {
  return nameBy(pattern, { run, name, position, createdAt, timeZone }, tool?.nameFields?.(params, { name: run }));
}

/**
 * A name by a pattern: fit for every file system, but maybe that of another item too.
 * @param own what a tool adds to the fields
 */
export function nameBy(pattern: string, by: NamedBy, own: Readonly<Record<string, string>> = {}): string {
  const clean = Object.fromEntries(Object.entries(own).map(([field, value]) => [field, cleanName(value)]));
  const filled = fillPattern(pattern, { ...by, run: cleanName(by.run), name: cleanName(by.name) }, clean);
  return fitName(filled, 'output');
}

/**
 * The same name, or one with a number after it where another has it already. `taken` gets it.
 * @param suffixOf ` (2)` by default
 */
export function unlikeOthers(name: string, taken: Set<string>, suffixOf = (number: number) => ` (${number})`): string {
  let own = name;
  for (let number = 2; taken.has(sameAs(own)); number++) {
    const suffix = suffixOf(number);
    own = shorten(name, MAX_BYTES - suffix.length).trimEnd() + suffix;
  }
  taken.add(sameAs(own));
  return own;
}

/** A file of an item that has another name now: its own begins with that. */
export function renamedFile<F extends { name: string }>(file: F, before: string, name: string): F {
  return { ...file, name: `${name}${file.name.slice(before.length)}` };
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
