import assert from 'node:assert/strict';
import { test } from 'node:test';

import { z } from 'zod';

import { defineCall, type CallShape } from '#core/contract/call.ts';
import { callsHash } from '#core/server/plugins/calls-hash.ts';

const SHAPE = {
  method: 'POST',
  path: '/api/p/buoy/marks/:id',
  summary: 'Adds a mark.',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ name: z.string().min(1), lit: z.boolean().default(false) }),
  data: z.object({ id: z.string() }),
} satisfies CallShape;
const hashOf = (change: Partial<CallShape> = {}) => callsHash({ add: defineCall({ ...SHAPE, ...change }) });
const other = defineCall({ method: 'GET', path: '/api/p/buoy/marks', summary: 'Lists.', data: z.array(z.string()) });

test('the same calls have the same hash, in any order, under any name and with any summary', () => {
  const add = defineCall(SHAPE);
  assert.equal(callsHash({ add, other }), callsHash({ second: other, first: add }));
  assert.equal(hashOf({ summary: 'Puts a mark down.' }), hashOf());
  const ordered = z.strictObject({ name: z.string(), kind: z.string() });
  const reversed = z.strictObject({ kind: z.string(), name: z.string() });
  assert.equal(hashOf({ body: ordered }), hashOf({ body: reversed }));
});

for (const [what, change] of Object.entries({
  method: { method: 'PUT' },
  path: { path: '/api/p/buoy/mark/:id' },
  access: { access: 'operator' },
  'a field of the body': { body: z.strictObject({ name: z.string().min(2), lit: z.boolean().default(false) }) },
  'an optional field': { body: z.strictObject({ name: z.string().min(1), lit: z.boolean() }) },
  parameters: { params: z.object({ id: z.uuid() }) },
  answer: { data: z.object({ id: z.number() }) },
  upload: { upload: true, body: undefined },
} satisfies Record<string, Partial<CallShape>>)) {
  test(`another ${what} is another hash`, () => assert.notEqual(hashOf(change), hashOf()));
}

test('a schema that JSON cannot tell is an error', () => {
  assert.throws(() => hashOf({ data: z.object({ at: z.date() }) }), /Date/);
});
