/** Characters that some file system refuses, and those that nobody sees. */
const UNFIT = /[<>:"/\\|?*]|[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}/gu;

/** Without what some system refuses. Windows drops dots and spaces at the end; a dot at the beginning hides a file. */
export function cleanName(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(UNFIT, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
}
