/** Longest name, in characters; with an ending it stays within what file systems take. */
const LETTERS = 120;

/**
 * Names that are unlike each other and some others, however letters are written: `clip`, `clip-2`, `clip-3`. Without
 * what file systems refuse.
 */
export function uniqueNames(wanted: readonly string[], taken: readonly string[]): string[] {
  const used = new Set(taken.map(sameAs));
  return wanted.map((name) => {
    const plain = plainName(name);
    for (let number = 1; ; number++) {
      const unlike = number === 1 ? plain : `${plain}-${number}`;
      if (used.has(sameAs(unlike))) continue;
      used.add(sameAs(unlike));
      return unlike;
    }
  });
}

function plainName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/gu, ' ');
  return (
    [...plain]
      .slice(0, LETTERS)
      .join('')
      .replace(/^[ .]+|[ .]+$/gu, '') || 'output'
  );
}

function sameAs(name: string): string {
  return name.toLocaleLowerCase('en');
}
