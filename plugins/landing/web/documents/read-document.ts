import { lexer, type MarkedToken } from 'marked';

/** A heading of the second rank, as the table of contents lists it. */
export interface Chapter {
  id: string;
  text: string;
}

/** A document taken apart. */
export interface ReadDocument {
  /** Its first heading of the first rank; empty without one. */
  title: string;
  /** A short line right below the title, as the date of an agreement is; empty without one. */
  date: string;
  /** What stands below them. */
  blocks: readonly MarkedToken[];
  chapters: readonly Chapter[];
}

/** Characters. */
const LONGEST_DATE = 60;

/** Reads markdown. The ids of chapters count them, so that a link to one holds in each language. */
export function readDocument(markdown: string): ReadDocument {
  // Without extensions no other kinds of token come.
  const all = lexer(markdown) as MarkedToken[];
  const first = all.findIndex((token) => token.type === 'heading' && token.depth === 1);
  const title = all[first];
  const second = first === -1 ? -1 : all.findIndex((token, index) => index > first && token.type !== 'space');
  const date = dateOf(all[second]);
  const chapters = all
    .filter((token) => token.type === 'heading')
    .filter((heading) => heading.depth === 2)
    .map((heading, index) => ({ id: `part-${index + 1}`, text: plainText(heading.tokens as MarkedToken[]) }));
  return {
    title: title?.type === 'heading' ? plainText(title.tokens as MarkedToken[]) : '',
    date,
    blocks: all.filter((_, index) => index !== first && (date === '' || index !== second)),
    chapters,
  };
}

function dateOf(token: MarkedToken | undefined): string {
  const text = token?.type === 'paragraph' ? plainText(token.tokens as MarkedToken[]) : '';
  return /\d{4}/.test(text) && text.length <= LONGEST_DATE ? text : '';
}

/** What a line says without its marks. */
export function plainText(tokens: readonly MarkedToken[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens !== undefined) return plainText(token.tokens as MarkedToken[]);
      return 'text' in token ? decoded(token.text) : '';
    })
    .join('');
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
};

/** Characters that people write as entities, for nothing here becomes HTML. */
export function decoded(text: string): string {
  return text.replace(/&(\w+);|&#(\d{1,6});/g, (whole, name: string | undefined, code: string | undefined) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const point = Number(code);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
