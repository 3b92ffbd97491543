import type { MessageParams } from './errors.ts';

/**
 * Ends the key of a text for exactly one thing, beside the text for any number: `videos` and `videos_one`. Only English
 * has such texts; the number is `count`, formatted or not.
 */
const FOR_ONE = '_one';

/** Whether a text with these values is about exactly one thing. */
export function isAboutOne({ count }: MessageParams): boolean {
  return count === 1 || count === '1';
}

/** Whether a key is that of a text for exactly one. */
export function isKeyForOne(key: string): boolean {
  return key.endsWith(FOR_ONE);
}

/** The key of the text for exactly one. */
export function keyForOne(key: string): string {
  return `${key}${FOR_ONE}`;
}

/** The key of the text for any number. */
export function keyForAny(key: string): string {
  return isKeyForOne(key) ? key.slice(0, -FOR_ONE.length) : key;
}
