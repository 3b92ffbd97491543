import { randomUuid } from '../random-uuid.ts';
import type { BrowserStorage } from '../storage/storage.ts';

const SEED = 31;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** What the browser reveals about itself, as one string. */
export function browserTraits(): string {
  const { userAgent, language, hardwareConcurrency } = navigator;
  const { width, height, colorDepth } = screen;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [userAgent, language, hardwareConcurrency, width, height, colorDepth, zone].join('|');
}

/** A short hash of a string: `h × 31 + code` over its characters, as an unsigned number in base 36. */
export function hashOf(text: string): string {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = (Math.imul(hash, SEED) + text.charCodeAt(index)) | 0;
  }
  return (hash >>> 0).toString(36);
}

/**
 * The browser's permanent id: ten random characters and its creation time, joined to the hash of what the browser
 * reveals about itself. Created once and stored.
 */
export function deviceIdIn(storage: BrowserStorage, traits: () => string = browserTraits): string {
  const known = storage.read('deviceId');
  if (typeof known === 'string' && known.length >= 8) return known;
  const made = `${randomText(10)}${Date.now()}-${hashOf(traits())}`;
  storage.write('deviceId', made);
  return made;
}

/** Makes sure that this browser has a stored `uuid`. */
export function uuidIn(storage: BrowserStorage): string {
  const known = storage.read('uuid');
  if (typeof known === 'string') return known;
  const made = randomUuid();
  storage.write('uuid', made);
  return made;
}

function randomText(length: number): string {
  return [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => LETTERS[byte % LETTERS.length]).join('');
}
