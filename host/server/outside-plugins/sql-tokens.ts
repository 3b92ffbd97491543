/** A token of a statement, in as much detail as finding names needs. */
export interface SqlToken {
  /** `word`: a keyword or a bare name, in lower case; `name`: a quoted name, unchanged; `mark`: one character. */
  kind: 'word' | 'name' | 'mark' | 'value';
  text: string;
}

/**
 * Splits SQL into statements and tokens. Comments are dropped; a string counts as one value.
 * @throws TypeError for an unterminated string or comment
 */
export function sqlStatements(sql: string): SqlToken[][] {
  const statements: SqlToken[][] = [[]];
  let at = 0;
  const add = (word: SqlToken) => void statements.at(-1)?.push(word);
  while (at < sql.length) {
    const rest = sql.slice(at);
    const gap = /^(\s+|--[^\n]*)/.exec(rest)?.[0];
    const bare = /^[\p{L}_][\p{L}\p{N}_$]*/u.exec(rest)?.[0];
    const dollar = /^\$([\p{L}_][\p{L}\p{N}_]*)?\$/u.exec(rest)?.[0];
    if (gap !== undefined) {
      at += gap.length;
    } else if (rest.startsWith('/*')) {
      at += commentLength(rest);
    } else if (/^(e|b|x|n|u&)?'/i.test(rest)) {
      const text = /^(e)'(\\[\s\S]|''|[^'\\])*'/i.exec(rest)?.[0] ?? /^(b|x|n|u&)?'(''|[^'])*'/i.exec(rest)?.[0];
      at += lengthOf(text, 'a string');
      add({ kind: 'value', text: '' });
    } else if (dollar !== undefined) {
      const end = rest.indexOf(dollar, dollar.length);
      if (end < 0) noEnd('a string');
      at += end + dollar.length;
      add({ kind: 'value', text: '' });
    } else if (/^(u&)?"/i.test(rest)) {
      const text = /^"((?:""|[^"])*)"/.exec(rest);
      // A name with escapes could be any name.
      at += lengthOf(text?.[0], 'a name');
      add({ kind: 'name', text: (text?.[1] ?? '').replaceAll('""', '"') });
    } else if (bare !== undefined) {
      at += bare.length;
      add({ kind: 'word', text: bare.toLowerCase() });
    } else {
      if (rest.startsWith(';')) statements.push([]);
      else add({ kind: 'mark', text: rest.charAt(0) });
      at += 1;
    }
  }
  return statements.filter((statement) => statement.length > 0);
}

/** Comments can be nested in PostgreSQL. */
function commentLength(text: string): number {
  let depth = 0;
  for (const found of text.matchAll(/\/\*|\*\//g)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return found.index + 2;
  }
  return noEnd('a comment');
}

function lengthOf(text: string | undefined, what: string): number {
  return text === undefined ? noEnd(what) : text.length;
}

function noEnd(what: string): never {
  throw new TypeError(`SQL: ${what} has no end, or is written in a way that is not taken`);
}
