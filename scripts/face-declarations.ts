import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { FaceName } from './sdk-faces.ts';

/** A top-level statement of a declaration file. */
export interface Statement {
  name: string | undefined;
  /** Its doc comment in source form; empty if it has none. */
  doc: string;
  /** Including the comments of its members. */
  text: string;
}

interface Declarations {
  statements: Statement[];
  /** Where the imported names come from. */
  imported: Map<string, { file: string; name: string }>;
}

const STATEMENT = /^(?:export |declare |interface |type |class |abstract |import )/;
const DECLARED =
  /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:function|const|let|class|interface|type|namespace) ([\w$]+)/;

/**
 * What an interface exports, and every type of ours that it uses, by file in the order of declaration.
 * @param folder where tsc wrote the declarations
 */
export function declarationsOfFace(names: readonly FaceName[], folder: string): Map<string, Statement[]> {
  const wanted = new Map<string, Set<Statement>>();
  const want = (file: string, name: string): void => {
    const { statements, imported } = declarationsIn(file, folder);
    const from = imported.get(name);
    const found = statements.filter((statement) => statement.name === name || reExports(statement, name));
    if (found.length === 0 && from !== undefined) return want(from.file, from.name);
    const known = wanted.get(file) ?? new Set();
    wanted.set(file, known);
    for (const statement of found) {
      if (known.has(statement)) continue;
      known.add(statement);
      for (const [word] of withoutComments(statement.text).matchAll(/[\w$]+/g)) {
        if (word !== name && (imported.has(word) || statements.some((other) => other.name === word))) want(file, word);
      }
    }
  };
  for (const { file, declared } of names) want(file, declared);
  return new Map(
    [...wanted]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, chosen]) => [
        file,
        declarationsIn(file, folder).statements.filter((statement) => chosen.has(statement)),
      ]),
  );
}

function reExports({ text }: Statement, name: string): boolean {
  return /^export (?:type )?\{/.test(text) && new RegExp(`\\b${name}\\b`).test(text);
}

/** The statements that declare a name; several for an overloaded function. */
export function declarationsOf({ declared, file }: FaceName, folder: string): Statement[] {
  return declarationsIn(file, folder).statements.filter(
    (statement) => statement.name === declared || reExports(statement, declared),
  );
}

const read = new Map<string, Declarations>();

function declarationsIn(file: string, folder: string): Declarations {
  const known = read.get(join(folder, file));
  if (known !== undefined) return known;
  const parsed = parse(file, folder);
  read.set(join(folder, file), parsed);
  return parsed;
}

/** A declaration without its comments. */
export function withoutComments(text: string): string {
  return text.replaceAll(/[ \t]*\/\*.*?\*\/[ \t]*\n?/gs, '');
}

function parse(file: string, folder: string): Declarations {
  const source = readFileSync(join(folder, file.replace(/\.tsx?$/, '.d.ts')), 'utf8');
  const parts: Array<{ doc: string; text: string }> = [];
  let doc: string[] | undefined;
  for (const line of source.split('\n')) {
    const last = parts.at(-1);
    if (doc === undefined && line.startsWith('/**')) doc = [];
    if (doc !== undefined && !STATEMENT.test(line)) doc.push(line);
    else if (STATEMENT.test(line) || last === undefined) {
      parts.push({ doc: doc?.join('\n') ?? '', text: line });
      doc = undefined;
    } else last.text += `\n${line}`;
  }
  const statements = parts
    .map(({ doc: said, text }) => ({ name: DECLARED.exec(text)?.[1], doc: said, text: text.trimEnd() }))
    .filter(({ text }) => text !== '' && text !== 'export {};');
  const imported: Declarations['imported'] = new Map();
  for (const { text } of statements) {
    const [, list = '', from = ''] = /^(?:import|export)(?: type)? \{([^}]*)\} from '([^']+)'/s.exec(text) ?? [];
    if (!/^(\.|#(core|plugins)\/)/.test(from)) continue;
    const target = from.startsWith('#') ? from.slice(1) : join(dirname(file), from);
    for (const part of list.split(',')) {
      const [, name, as] = /^(?:type )?(\w+)(?: as (\w+))?$/.exec(part.trim()) ?? [];
      if (name !== undefined) imported.set(as ?? name, { file: target, name });
    }
  }
  return { statements: statements.filter(({ text }) => !text.startsWith('import ')), imported };
}
