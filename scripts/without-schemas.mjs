import assert from 'node:assert/strict';

import { parseSync } from '@swc/core';

/** The files that both sides of the wire share. */
export const SHARED_DATA = /[\\/](core[\\/]contract|plugins[\\/][^\\/]+)[\\/][\w-]+\.ts$/;

/** What a call has schemas for, and the sentence for its documentation. */
const PARTS = new Set(['params', 'query', 'body', 'data', 'summary']);

/**
 * What builds a schema, or reads one: beside zod itself and the constants of the same file, whatever is named like one.
 * @param {string} name
 */
const isNamedLikeSchema = (name) => name === 'page' || name.endsWith('Schema');

/**
 * A loader for the data that both sides of the wire share. Browsers only send what the server checks and trust what it
 * answers, so calls lose their schemas there, and a schema that nothing else needs is not made, which would take a slow
 * phone a tenth of a second when it starts.
 * @param {string} source
 */
export default function withoutSchemas(source) {
  // The parser counts bytes: each is one character here.
  const bytes = Buffer.from(source).toString('latin1');
  const { body } = parseSync(source, { syntax: 'typescript', target: 'esnext' });
  const schemas = new Set(body.flatMap(importedFromZod));
  /** @type {{ start: number, end: number, text: string }[]} */
  const edits = [];
  for (const { id, init, span } of body.flatMap(constantsOf)) {
    if (init === undefined || id.type !== 'Identifier') continue;
    const [name, { start, end }] = [id.value, placeOf(init)];
    const isThere = bytes.startsWith(Buffer.from(name).toString('latin1'), span.start - 1);
    assert.ok(isThere, `without-schemas: ${name} is not where the parser says`);
    const call = callShapeOf(init);
    if (call !== undefined) {
      edits.push({ start, end: start, text: '/*#__PURE__*/ ' });
      for (const part of partsOf(call)) edits.push({ start: part.start, end: afterComma(bytes, part.end), text: '' });
      continue;
    }
    const root = rootOf(init);
    if (root === undefined || !(schemas.has(root) || isNamedLikeSchema(root))) continue;
    schemas.add(name);
    edits.push({ start, end: start, text: '/*#__PURE__*/ (() => ' }, { start: end, end, text: ')()' });
  }
  let [result, at] = ['', 0];
  for (const { start, end, text } of edits) {
    result += bytes.slice(at, start) + text;
    at = end;
  }
  return Buffer.from(result + bytes.slice(at), 'latin1').toString();
}

/**
 * The names that a statement imports from zod.
 * @param {import('@swc/core').ModuleItem} statement
 */
function importedFromZod(statement) {
  if (statement.type !== 'ImportDeclaration' || statement.typeOnly || statement.source.value !== 'zod') return [];
  return statement.specifiers.map(({ local }) => local.value);
}

/**
 * The constants that a statement at the top declares.
 * @param {import('@swc/core').ModuleItem} statement
 */
function constantsOf(statement) {
  const declaration = statement.type === 'ExportDeclaration' ? statement.declaration : statement;
  return declaration.type === 'VariableDeclaration' && declaration.kind === 'const' ? declaration.declarations : [];
}

/**
 * What `defineCall` is given, if an expression is a call of it.
 * @param {import('@swc/core').Expression} expression
 */
function callShapeOf(expression) {
  if (expression.type !== 'CallExpression') return undefined;
  const { callee } = expression;
  if (callee.type !== 'Identifier' || callee.value !== 'defineCall') return undefined;
  const shape = expression.arguments[0]?.expression;
  return shape?.type === 'ObjectExpression' ? shape : undefined;
}

/**
 * Where the schemas of a call stand.
 * @param {import('@swc/core').ObjectExpression} shape
 */
function partsOf({ properties }) {
  return properties.flatMap((property) => {
    if (property.type === 'Identifier') return PARTS.has(property.value) ? [placeOf(property)] : [];
    if (property.type !== 'KeyValueProperty') return [];
    const { key, value } = property;
    const isPart = (key.type === 'Identifier' || key.type === 'StringLiteral') && PARTS.has(key.value);
    return isPart ? [placeOf(key, value)] : [];
  });
}

/**
 * Where a node stands, or what reaches from one to another.
 * @param {import('@swc/core').Expression} first
 * @param {import('@swc/core').Expression} last
 */
function placeOf(first, last = first) {
  // Only names in JSX have no place.
  assert.ok('span' in first && 'span' in last);
  return { start: first.span.start - 1, end: last.span.end - 1 };
}

/**
 * The name that a chain of calls begins with: `z` of `z.object({}).strict()`.
 * @param {import('@swc/core').Expression | import('@swc/core').Super | import('@swc/core').Import} expression
 * @returns {string | undefined}
 */
function rootOf(expression) {
  switch (expression.type) {
    case 'Identifier':
      return expression.value;
    case 'CallExpression':
      return rootOf(expression.callee);
    case 'MemberExpression':
      return rootOf(expression.object);
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsConstAssertion':
    case 'TsNonNullExpression':
    case 'TsSatisfiesExpression':
      return rootOf(expression.expression);
    default:
      return undefined;
  }
}

/**
 * Where what follows a property begins: its comma goes with it.
 * @param {string} text
 * @param {number} end of the property
 */
function afterComma(text, end) {
  const comma = /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*,/.exec(text.slice(end));
  return end + (comma?.[0].length ?? 0);
}
