import assert from 'node:assert/strict';
import { test } from 'node:test';

import withoutSchemas from '../../../scripts/without-schemas.mjs';

test('a call that browsers make has no schemas, and keeps everything else', () => {
  const call = `export const readShip = defineCall({
  method: 'GET',
  path: '/api/ships/:id',
  params: one,
  /** Newest first. */
  query: pageQuery.extend({
    /** Words of the name. */
    q: z.string(),
  }),
  access: 'public',
  data: page(
    ship,
  ).extend({ made: z.boolean() }),
});
`;
  assert.equal(
    withoutSchemas(call),
    `export const readShip = /*#__PURE__*/ defineCall({
  method: 'GET',
  path: '/api/ships/:id',
  /** Newest first. */
  access: 'public',
});
`,
  );
});

test('schemas can be left out where nothing needs them, and what is none stays as it is', () => {
  const rest = `/** Most of them. */
export const MOST = 12;
export type Ship = z.output<typeof shipSchema>;
`;
  assert.equal(
    withoutSchemas(`import { z } from 'zod';

const id = z.uuid();
export const shipSchema = z
  .object({ id })
  .strict();
export const DEFAULT: Ship = shipSchema.parse({ id: '' });
${rest}`),
    `import { z } from 'zod';

const id = /*#__PURE__*/ (() => z.uuid())();
export const shipSchema = /*#__PURE__*/ (() => z
  .object({ id })
  .strict())();
export const DEFAULT: Ship = /*#__PURE__*/ (() => shipSchema.parse({ id: '' }))();
${rest}`,
  );
});
