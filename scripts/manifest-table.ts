import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { manifestSchema } from '#core/contract/plugin.ts';

// The manifest's keys for the reference: types and defaults from the schema, descriptions from its comments.

/** Where the schema of each object starts, since a key such as `title` occurs in several. */
const BEGINNINGS: Record<string, [file: string, text: string]> = {
  gate: ['plugin', 'const gateFields'],
  routes: ['plugin', 'const routeSchema'],
  menus: ['plugin', '  menus:'],
  commands: ['plugin', '  commands:'],
  dialogs: ['plugin', '  dialogs:'],
  grants: ['grants', 'z.discriminatedUnion'],
};

interface Shape {
  type?: string | string[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  enum?: string[];
  const?: string;
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  default?: unknown;
  pattern?: string;
}

/** One table for the manifest, and one for each kind of object in it. */
export function manifestTable(): string {
  const shape = z.toJSONSchema(manifestSchema, { io: 'input' }) as Shape;
  const inner = Object.entries(shape.properties ?? {}).flatMap(([key, value]) =>
    key === 'settings' ? [] : objectsOf(value).map((object): [string, Shape] => [key, object]),
  );
  return [
    table('definePlugin({ … })', shape, sourceFrom('plugin', 'manifestSchema =')),
    ...inner.map(([key, object]) => table(titleOf(key, object), object, sourceOf(key, object))),
  ].join('\n');
}

function titleOf(key: string, { properties = {} }: Shape): string {
  const kind = properties['kind']?.const;
  return kind === undefined ? key : `${key}, kind '${kind}'`;
}

function sourceOf(key: string, { properties = {} }: Shape): string {
  const [file, text] = BEGINNINGS[key] ?? ['plugin', 'manifestSchema ='];
  const source = sourceFrom(file, text);
  const kind = properties['kind']?.const;
  return kind === undefined ? source : source.slice(source.indexOf(`z.literal('${kind}')`));
}

function sourceFrom(file: string, text: string): string {
  const source = readFileSync(fileURLToPath(new URL(`../core/contract/${file}.ts`, import.meta.url)), 'utf8');
  const at = source.indexOf(text);
  if (at === -1)
    throw new TypeError(`core/contract/${file}.ts has no "${text}": say in scripts/manifest-table.ts what it is now`);
  return source.slice(at);
}

function objectsOf(value: Shape): Shape[] {
  if (value.properties !== undefined) return [value];
  return [...(value.items === undefined ? [] : [value.items]), ...(value.anyOf ?? []), ...(value.oneOf ?? [])].flatMap(
    objectsOf,
  );
}

function table(title: string, { properties = {}, required = [] }: Shape, source: string): string {
  const rows = Object.entries(properties).map(([key, value]) => {
    const byDefault = required.includes(key) ? 'needed' : defaultOf(value);
    return `| \`${key}\` | ${typeOf(value)} | ${byDefault} | ${wordsOf(key, source)} |`;
  });
  return [`### ${title}\n`, '| key | holds | when absent | |', '|---|---|---|---|', ...rows, ''].join('\n');
}

function defaultOf(value: Shape): string {
  if (value.default === undefined) return '–';
  const text = JSON.stringify(value.default);
  return text.length > 40 ? 'see below' : `\`${text}\``;
}

function typeOf({ type, anyOf, oneOf, enum: choices, const: only, items, properties }: Shape): string {
  if (only !== undefined) return `\`'${only}'\``;
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(' or ');
  if (items !== undefined) return `list of ${typeOf(items)}`;
  const several = anyOf ?? oneOf;
  if (several !== undefined) return [...new Set(several.map(typeOf))].join(' or ');
  if (properties !== undefined) return 'object';
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'object');
}

/** The comment right above the key's first occurrence. */
function wordsOf(key: string, source: string): string {
  const at = new RegExp(`^\\s*${key}:`, 'm').exec(source)?.index ?? 0;
  const words = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/.exec(source.slice(0, at))?.[1] ?? '';
  return words
    .replaceAll(/\s*\n\s*\* ?/g, ' ')
    .trim()
    .replaceAll('|', '\\|');
}
