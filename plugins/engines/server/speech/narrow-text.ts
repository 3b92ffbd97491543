/** Encodings of one byte a letter that voices of festival want, by their names in `TextDecoder`. */
export type NarrowEncoding = 'ascii' | 'iso-8859-1' | 'iso-8859-2';

/** Signs that have a plainer form. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚′]/gu, "'"],
  [/[“”„«»″]/gu, '"'],
  [/[–—―]/gu, ' - '],
  [/…/gu, '...'],
];

const tables = new Map<NarrowEncoding, ReadonlyMap<string, number>>();

function tableOf(encoding: NarrowEncoding): ReadonlyMap<string, number> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const bytes = Uint8Array.from({ length: 96 }, (_, at) => 160 + at);
  const upper = encoding === 'ascii' ? [] : [...new TextDecoder(encoding).decode(bytes)];
  const table = new Map(upper.map((letter, at) => [letter, 160 + at] as const));
  tables.set(encoding, table);
  return table;
}

/** A text for a program that knows few letters: others lose their marks, or are left out. */
export function narrowText(text: string, encoding: NarrowEncoding): Uint8Array {
  const table = tableOf(encoding);
  const plain = PLAIN.reduce((sum, [sign, form]) => sum.replace(sign, form), text.normalize('NFC'));
  const byteOf = (letter: string): number | undefined => {
    const code = letter.codePointAt(0) ?? 32;
    return code < 128 ? code : table.get(letter);
  };
  const bytes = [...plain].flatMap((letter): number[] => {
    const byte = byteOf(letter);
    if (byte !== undefined) return [byte];
    const bare = [...letter.normalize('NFKD')].map(byteOf).filter((each) => each !== undefined);
    return bare.length > 0 ? bare : [32];
  });
  return Uint8Array.from(bytes);
}
