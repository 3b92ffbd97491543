import { sqlStatements, type SqlToken } from './sql-tokens.ts';

/** The kinds of objects that a migration of an outside plugin may create, alter and drop. */
const THINGS = new Set(['table', 'index', 'sequence', 'type', 'view']);
const BESIDE = new Set(['temp', 'temporary', 'unlogged', 'unique', 'materialized', 'or', 'replace']);
const BEFORE_NAME = new Set(['if', 'not', 'exists', 'only', 'concurrently']);

/**
 * Checks that a migration changes only what belongs to its plugin: tables, indexes, sequences, types and views
 * under its own names, and rows of such tables. This guards against mistakes; a server half can do anything at
 * run time.
 * @param file the migration's path, for the message
 * @param isOwn whether a name belongs to the plugin
 * @throws TypeError that names the statement and the name
 */
export function assertOwnNames(sql: string, { file, isOwn }: { file: string; isOwn(name: string): boolean }): void {
  for (const statement of sqlStatements(sql)) {
    const refuse = (why: string): never => {
      throw new TypeError(`${file}: ${shown(statement)}: ${why}`);
    };
    const own = (name: string | undefined) => {
      if (name === undefined) refuse('its name could not be found');
      else if (!isOwn(name)) refuse(`"${name}" does not belong to this plugin`);
    };
    checkHead(statement, { own, refuse });
    checkInside(statement, { own, refuse });
  }
}

interface Verdict {
  own(name: string | undefined): void;
  refuse(why: string): never;
}

/** What the statement itself creates, changes or drops. */
function checkHead(statement: readonly SqlToken[], { own, refuse }: Verdict): void {
  const first = wordAt(statement, 0);
  if (first === 'insert' || first === 'update' || first === 'delete' || first === 'with') return;
  if (first === 'truncate') {
    for (const name of namesFrom(statement, wordAt(statement, 1) === 'table' ? 2 : 1)) own(name);
    return;
  }
  if (first !== 'create' && first !== 'alter' && first !== 'drop') {
    refuse(
      'a migration may create, alter and drop its tables, indexes, sequences, types and views, and change their rows',
    );
  }
  let at = 1;
  while (BESIDE.has(wordAt(statement, at))) at += 1;
  const thing = wordAt(statement, at);
  if (!THINGS.has(thing)) refuse(`a migration may not ${first} ${thing === '' ? 'this' : thing}`);
  at = skip(statement, at + 1);
  if (first === 'drop') {
    for (const name of namesFrom(statement, at)) own(name);
    return;
  }
  if (first === 'create' && thing === 'index') {
    if (wordAt(statement, at) === 'on') refuse('the index needs a name');
    own(nameAt(statement, at)?.name);
    const on = statement.findIndex((word) => word.kind === 'word' && word.text === 'on');
    own(nameAt(statement, skip(statement, on + 1))?.name);
    return;
  }
  own(nameAt(statement, at)?.name);
}

/** The other names in the statement: what it refers to, is part of, renames to, or writes to. */
function checkInside(statement: readonly SqlToken[], { own, refuse }: Verdict): void {
  const follows = (at: number, ...words: string[]) =>
    words.every((word, index) => wordAt(statement, at + index) === word);
  const nameFrom = (at: number) => nameAt(statement, skip(statement, at))?.name;
  for (const [at] of statement.entries()) {
    if (follows(at, 'set', 'schema') || follows(at, 'owner', 'to')) refuse('a migration may not give its tables away');
    if (follows(at, 'references')) own(nameFrom(at + 1));
    if (follows(at, 'rename', 'to') && wordAt(statement, 0) === 'alter') own(nameFrom(at + 2));
    if (follows(at, 'inherits')) own(nameFrom(at + 2));
    if (follows(at, 'inherit')) own(nameFrom(at + 1));
    if (follows(at, 'partition', 'of')) own(nameFrom(at + 2));
    if (follows(at, 'attach', 'partition')) own(nameFrom(at + 2));
    if (follows(at, 'insert', 'into')) own(nameFrom(at + 2));
    if (follows(at, 'delete', 'from')) own(nameFrom(at + 2));
    // `for update`, `on update`, `do update` and `for no key update` are not followed by a table.
    if (follows(at, 'update') && !['for', 'on', 'do', 'key'].includes(wordAt(statement, at - 1))) own(nameFrom(at + 1));
  }
}

function wordAt(statement: readonly SqlToken[], at: number): string {
  const word = statement[at];
  return word?.kind === 'word' ? word.text : '';
}

function skip(statement: readonly SqlToken[], from: number): number {
  let at = from;
  while (BEFORE_NAME.has(wordAt(statement, at))) at += 1;
  return at;
}

/** The name at a position, in the schema `public` or without one; for any other schema the answer includes it. */
function nameAt(statement: readonly SqlToken[], at: number): { name: string; next: number } | undefined {
  const part = (index: number) => {
    const word = statement[index];
    return word?.kind === 'word' || word?.kind === 'name' ? word.text : undefined;
  };
  const first = part(at);
  if (first === undefined) return undefined;
  if (statement[at + 1]?.text !== '.') return { name: first, next: at + 1 };
  const second = part(at + 2);
  if (second === undefined) return undefined;
  return { name: first === 'public' ? second : `${first}.${second}`, next: at + 3 };
}

/** The names of a comma-separated list; undefined when it cannot be parsed. */
function namesFrom(statement: readonly SqlToken[], from: number): (string | undefined)[] {
  const names: (string | undefined)[] = [];
  let at = skip(statement, from);
  for (;;) {
    const found = nameAt(statement, at);
    names.push(found?.name);
    if (found === undefined || statement[found.next]?.text !== ',') return names;
    at = skip(statement, found.next + 1);
  }
}

function shown(statement: readonly SqlToken[]): string {
  return statement
    .slice(0, 6)
    .map(({ kind, text }) => (kind === 'name' ? `"${text}"` : kind === 'value' ? '…' : text))
    .join(' ');
}
