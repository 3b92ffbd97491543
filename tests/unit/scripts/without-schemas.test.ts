import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

import { z } from 'zod';

import withoutSchemas, { SHARED_DATA } from '../../../scripts/without-schemas.mjs';

const root = new URL('../../../', import.meta.url);

/** Where lines break means nothing. */
const inOneLine = (source: string): string => source.replaceAll(/\s+/g, ' ').trim();

test('a call that browsers make has neither schemas nor what documents it, and keeps everything else', () => {
  const call = `export const readShip = defineCall({
  method: 'GET',
  path: '/api/ships/:id',
  params: one,
  summary: 'Liest, params: {0,} data: 船',
  /** Newest first. */
  query: pageQuery.extend({
    /** Words of the name. */
    q: z.string().regex(/[,}]/),
  }) /* not, this */,
  access: 'public',
  data: page(
    ship,
  ).extend({ made: z.boolean() }),
});
`;
  const lean = `export const readShip = /*#__PURE__*/ defineCall({ method: 'GET', path: '/api/ships/:id',
    /** Newest first. */ access: 'public', });`;
  assert.equal(inOneLine(withoutSchemas(call)), inOneLine(lean));
});

test('how a call is laid out means nothing', () => {
  for (const call of [
    `const sink = defineCall({ params, query, method: 'POST', 'body': z.strictObject({ id }), data: z.null() })`,
    `const sink = defineCall( {\n\tdata : z\n.null(),body:one // ,\n,\nmethod: 'POST'\n})`,
    `const 船 = '船'; const sink = defineCall({ method: 'POST', data: z.object({ 船: z.string() }) });`,
  ]) {
    const lean = inOneLine(withoutSchemas(call));
    assert.match(lean, /sink = \/\*#__PURE__\*\/ defineCall\( ?\{ ?method: 'POST',? ?\}\);?$/, lean);
  }
});

test('schemas can be left out where nothing needs them, and what is none stays as it is', () => {
  const rest = `/** Most of them. */
export const MOST = 12;
export type Ship = z.output<typeof shipSchema>;
export const parseShip = (ship: unknown) => shipSchema.parse(ship);
export function read() { const inner = z.uuid(); return inner; }
`;
  assert.equal(
    withoutSchemas(`import { z } from 'zod';

const id = z.uuid();
const some = id.nullable(), many = some.array();
export const shipSchema = z
  .object({ id })
  .strict();
export const DEFAULT: Ship = shipSchema.parse({ id: '' });
${rest}`),
    `import { z } from 'zod';

const id = /*#__PURE__*/ (() => z.uuid())();
const some = /*#__PURE__*/ (() => id.nullable())(), many = /*#__PURE__*/ (() => some.array())();
export const shipSchema = /*#__PURE__*/ (() => z
  .object({ id })
  .strict())();
export const DEFAULT: Ship = /*#__PURE__*/ (() => shipSchema.parse({ id: '' }))();
${rest}`,
  );
});

/** Stands behind the address of a module that is to be loaded as browsers load it. */
const LEAN = '?lean';
/** And as it is: not the module of the tests before, for a plugin's settings learn where they belong. */
const WHOLE = '?whole';

test('of the product every call loses its schemas and its summary and nothing else, and every schema can be left out', async (t) => {
  const files = globSync(['core/contract/*.ts', 'plugins/*/*.ts'], { cwd: root })
    .map((file) => new URL(file, root).pathname)
    .filter((path) => SHARED_DATA.test(path));
  const sources = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const kind = [LEAN, WHOLE].find((end) => context.parentURL?.endsWith(end));
      return kind !== undefined && sources.has(new URL(found.url).pathname)
        ? { ...found, url: found.url + kind }
        : found;
    },
    load(url, context, next) {
      const source = url.endsWith(LEAN) ? sources.get(new URL(url).pathname) : undefined;
      if (source === undefined) return next(url, context);
      return { format: 'module-typescript', source: withoutSchemas(source), shortCircuit: true };
    },
  });
  t.after(() => hooks.deregister());

  const counts = { calls: 0, schemas: 0 };
  for (const [path, source] of sources) {
    const lean = withoutSchemas(source);
    if (lean === source && !source.includes(`from 'zod'`)) continue;
    const { href } = pathToFileURL(path);
    const [whole, leaner] = (await Promise.all([import(href + WHOLE), import(href + LEAN)])) as Record<
      string,
      unknown
    >[];
    assert.ok(whole !== undefined && leaner !== undefined);
    assert.deepEqual(Object.keys(leaner), Object.keys(whole), path);
    for (const [name, value] of Object.entries(whole)) {
      const what = `${path}: ${name}`;
      if (isCall(value)) {
        counts.calls += 1;
        const { params: _params, query: _query, body: _body, data: _data, summary: _summary, ...rest } = value;
        assert.deepEqual({ ...(leaner[name] as object) }, rest, what);
      } else if (value instanceof z.ZodType) {
        // Elsewhere it is only passed on.
        if (!source.includes(`const ${name}`)) continue;
        counts.schemas += 1;
        assert.match(lean, new RegExp(`const ${name}(: [^=]+)? = /\\*#__PURE__\\*/ \\(\\(\\) => `), what);
      } else {
        assert.equal(inspect(leaner[name], { depth: 6 }), inspect(value, { depth: 6 }), what);
      }
    }
  }
  assert.ok(counts.calls > 80 && counts.schemas > 30, inspect(counts));
});

/** Whether it is what `defineCall` makes. */
function isCall(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value;
}
