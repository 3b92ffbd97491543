// The text of redemption codes: 15 letters and a check letter, in groups of four. The alphabet is Crockford's base 32,
// without letters that look like others.

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTERS = 16;

/** The code of 75 bits. @param bytes at least 10, of which the first 75 bits count */
export function codeOf(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte);
  bits >>= 5n;
  let letters = '';
  for (let at = 0; at < LETTERS - 1; at += 1) {
    letters = (ALPHABET[Number(bits & 31n)] ?? '') + letters;
    bits >>= 5n;
  }
  return letters + checkLetter(letters);
}

/** A code as people read it: `7K3M-…`. */
export function shownCode(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/**
 * What was typed, as a code: without spaces and hyphens, in capitals, with letters for those that look like them.
 * @returns null for what cannot be one: of another length, or with a letter mistyped
 */
export function readCode(typed: string): string | null {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\-–—]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  if (letters.length !== LETTERS || [...letters].some((letter) => !ALPHABET.includes(letter))) return null;
  return checkLetter(letters.slice(0, -1)) === letters.at(-1) ? letters : null;
}

/** Luhn's check over an alphabet of 32: it finds each single mistyped letter and nearly each pair that was swapped. */
function checkLetter(letters: string): string {
  const size = ALPHABET.length;
  let sum = 0;
  for (const [at, letter] of [...letters].toReversed().entries()) {
    const value = ALPHABET.indexOf(letter) * (at % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / size) + (value % size);
  }
  return ALPHABET[(size - (sum % size)) % size] ?? '';
}
