import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import { parseSync } from '@swc/core';

/** An import of an author's file. */
export interface SourceImport {
  file: string;
  line: number;
  specifier: string;
  /** Names imported at run time; `*` for the whole module. */
  names: string[];
  /** Type-only imports, which do not exist at run time. */
  isType: boolean;
}

/** A server call written as a literal: an object with `path`, and `method` where that is a literal. */
export interface SourceCall {
  file: string;
  line: number;
  method: string | undefined;
  /** Parts filled in at run time appear as `:value`. */
  path: string;
}

/** A text key written as a literal. */
export interface SourceText {
  file: string;
  line: number;
  key: string;
}

/** Something that a server half registers by a name, such as a render operation. */
export interface SourceRegistration {
  file: string;
  line: number;
  /** The function that declares it: `defineOperation`. */
  define: string;
  /** Absent where it is no literal. */
  name: string | undefined;
}

/** What can be read from a plugin's sources without running them. Files are relative to the plugin's folder. */
export interface Sources {
  files: string[];
  imports: SourceImport[];
  calls: SourceCall[];
  texts: SourceText[];
  registered: SourceRegistration[];
}

/** The parts of the parser's output used here. */
interface SyntaxNode {
  type: string;
  span?: { start: number };
  [field: string]: unknown;
}

const PATTERNS = ['*.ts', 'web/**/*.{ts,tsx}', 'server/**/*.ts'];

/**
 * Reads every source of a plugin except its tests.
 * @param namespace of the plugin's texts
 */
export function readSources(root: string, namespace: string): Sources {
  const files = globSync(PATTERNS, { cwd: root, exclude: ['**/*.d.ts', '**/*.test.*'] })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !file.startsWith('rsbuild.'))
    .toSorted();
  const sources: Sources = { files, imports: [], calls: [], texts: [], registered: [] };
  for (const file of files) readSource(file, readFileSync(join(root, file)), namespace, sources);
  return sources;
}

function readSource(file: string, bytes: Buffer, namespace: string, sources: Sources): void {
  const tree = parse(file, bytes);
  // Syntax errors are reported by the build, with their location.
  if (tree === undefined) return;
  const lineOf = (node: SyntaxNode): number =>
    bytes
      .subarray(0, Math.max(0, (node.span?.start ?? 1) - 1))
      .toString()
      .split('\n').length;
  visit(tree, (node) => {
    const found = importOf(node);
    if (found !== undefined) sources.imports.push({ file, line: lineOf(node), ...found });
    const call = callOf(node);
    if (call !== undefined) sources.calls.push({ file, line: lineOf(node), ...call });
    const registration = registrationOf(node);
    if (registration !== undefined) sources.registered.push({ file, line: lineOf(node), ...registration });
    const text = textOf(node);
    if (node.type === 'StringLiteral' && text?.startsWith(`${namespace}:`) === true) {
      sources.texts.push({ file, line: lineOf(node), key: text });
    }
  });
}

function parse(file: string, bytes: Buffer): SyntaxNode | undefined {
  try {
    const tree = parseSync(bytes.toString(), {
      syntax: 'typescript',
      tsx: file.endsWith('.tsx'),
      decorators: true,
      target: 'esnext',
    });
    return tree as unknown as SyntaxNode;
  } catch {
    return undefined;
  }
}

function visit(value: unknown, see: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
  } else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) see(value);
    for (const inner of Object.values(value)) visit(inner, see);
  }
}

function isNode(value: object): value is SyntaxNode {
  return 'type' in value && typeof value.type === 'string';
}

function importOf(node: SyntaxNode): Omit<SourceImport, 'file' | 'line'> | undefined {
  if (node.type === 'CallExpression' && (node['callee'] as SyntaxNode).type === 'Import') {
    const [first] = node['arguments'] as Array<{ expression: SyntaxNode }>;
    const specifier = first === undefined ? undefined : textOf(first.expression);
    return specifier === undefined ? undefined : { specifier, names: ['*'], isType: false };
  }
  const specifier = textOf(node['source'] as SyntaxNode | null | undefined);
  if (specifier === undefined || !/^(Import|Export(Named|All))Declaration$/.test(node.type)) return undefined;
  const parts = (node['specifiers'] ?? []) as SyntaxNode[];
  const used = parts.filter((part) => part['isTypeOnly'] !== true);
  const isType = node['typeOnly'] === true || (parts.length > 0 && used.length === 0);
  const names = node.type === 'ExportAllDeclaration' ? ['*'] : used.map(nameOf);
  return { specifier, names: isType ? [] : names, isType };
}

/** The name that an import specifier refers to in its module. */
function nameOf(part: SyntaxNode): string {
  if (part.type === 'ImportDefaultSpecifier') return 'default';
  const named = (part['imported'] ?? part['orig'] ?? part['local']) as SyntaxNode | undefined;
  return /Namespace/.test(part.type) ? '*' : String(named?.['value']);
}

function callOf(node: SyntaxNode): Omit<SourceCall, 'file' | 'line'> | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  const fields = fieldsOf(node);
  const path = textOf(fields.get('path'));
  const method = textOf(fields.get('method'));
  if (path === undefined || !path.startsWith('/api/')) return undefined;
  // An object with `methods` is a grant: its path is not called here.
  return fields.has('methods') ? undefined : { method, path: path.split('?')[0] ?? path };
}

const REGISTERING = ['defineOperation', 'defineEffect', 'defineTool'];

function registrationOf(node: SyntaxNode): Pick<SourceRegistration, 'define' | 'name'> | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const define = String((node['callee'] as SyntaxNode)['value']);
  const [first] = node['arguments'] as Array<{ expression: SyntaxNode }>;
  if (!REGISTERING.includes(define) || first?.expression.type !== 'ObjectExpression') return undefined;
  return { define, name: textOf(fieldsOf(first.expression).get('name')) };
}

function fieldsOf(node: SyntaxNode): Map<string, SyntaxNode> {
  return new Map(
    (node['properties'] as SyntaxNode[]).flatMap((property): Array<[string, SyntaxNode]> =>
      property.type === 'KeyValueProperty'
        ? [[String((property['key'] as SyntaxNode)['value']), property['value'] as SyntaxNode]]
        : [],
    ),
  );
}

/** The text of a literal; expressions inside a template become `:value`. */
function textOf(node: SyntaxNode | null | undefined): string | undefined {
  if (node?.type === 'StringLiteral') return String(node['value']);
  if (node?.type === 'TemplateLiteral') {
    return (node['quasis'] as SyntaxNode[]).map((part) => String(part['cooked'])).join(':value');
  }
  // `'…' as const`
  if (node?.type === 'TsConstAssertion') return textOf(node['expression'] as SyntaxNode);
  return undefined;
}
