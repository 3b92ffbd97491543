import { basename } from 'node:path';

const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu;

/** A file's own name made safe for messages: one line, no control or direction marks, at most 80 characters. */
export function safeFileName(path: string): string {
  // Joiners hold emoji together; they are harmless.
  const name = basename(path)
    .replace(UNSHOWABLE, (found) => (/^\u200d+$/u.test(found) ? found : ' '))
    .trim();
  const characters = [...name];
  if (characters.length <= 80) return name;
  return `${characters.slice(0, 50).join('')}…${characters.slice(-25).join('')}`;
}
