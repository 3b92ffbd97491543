import assert from 'node:assert/strict';
import { test } from 'node:test';

import { z } from 'zod';

import { changedCalls, hashOfRequest } from '#core/contract/call-hashes.ts';
import { defineCall, type CallShape } from '#core/contract/call.ts';
import { KERNEL_CALLS } from '#core/server/http/routes/kernel-calls.ts';
import { callHash, callHashes, callsHash } from '#core/server/services/plugin-registry/call-hashes.ts';
import { createServerHashes } from '#core/server/services/plugin-registry/grant-hashes.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';

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

test('a change of one call leaves the hashes of all others as they are', () => {
  const before = callHashes({ add: defineCall(SHAPE), other });
  const after = callHashes({ add: defineCall({ ...SHAPE, data: z.object({ id: z.number() }) }), other });
  assert.deepEqual(Object.keys(before), ['POST /api/p/buoy/marks/:id', 'GET /api/p/buoy/marks']);
  assert.deepEqual(changedCalls(before, after), ['POST /api/p/buoy/marks/:id']);
  assert.equal(before['GET /api/p/buoy/marks'], callHash(other));
});

test('a request is taken for the call with the fewest parameters', () => {
  const calls = { 'GET /api/p/buoy/:name': 'a', 'GET /api/p/buoy/marks': 'b', 'POST /api/p/buoy/marks': 'c' };
  assert.equal(hashOfRequest(calls, 'get', '/api/p/buoy/marks'), 'b');
  assert.equal(hashOfRequest(calls, 'GET', '/api/p/buoy/other'), 'a');
  assert.equal(hashOfRequest(calls, 'DELETE', '/api/p/buoy/marks'), undefined);
});

test('every call of the product has a hash, so that grants for it can be held to it', async () => {
  const plugins = await discoverPlugins();
  const calls = [KERNEL_CALLS, ...plugins.map((plugin) => plugin.calls)].flatMap((each) => Object.values(each));
  assert.ok(calls.length > 100);
  const hashes = new Set(calls.map((call) => callHash(call)));
  assert.equal(hashes.size, calls.length);
});

test('a grant has the hash of its call, or of all that its pattern reaches; services and unknown calls have none', () => {
  const read = defineCall({ method: 'GET', path: '/api/ships/:id', summary: '', data: z.string() });
  const list = defineCall({ method: 'GET', path: '/api/ships', summary: '', data: z.array(z.string()) });
  const sink = defineCall({ method: 'DELETE', path: '/api/ships/:id', summary: '', data: z.null() });
  const { ofGrant, ofCall } = createServerHashes([read, list, sink]);
  assert.equal(ofGrant('GET /api/ships'), callHash(list));
  assert.equal(ofGrant('GET /api/ships/:ship'), callHash(read));
  assert.equal(ofGrant('dialogs@1'), null);
  assert.equal(ofGrant('GET /api/harbours'), null);
  assert.equal(ofCall('GET /api/ships'), callHash(list));
  assert.equal(ofCall('GET /api/harbours'), undefined);

  const both = ofGrant('DELETE,GET /api/ships/:id');
  const changed = defineCall({ ...sink, data: z.object({}) });
  assert.ok(both !== null && both !== callHash(read) && both !== callHash(sink));
  assert.equal(createServerHashes([sink, list, read]).ofGrant('DELETE,GET /api/ships/:id'), both);
  assert.notEqual(createServerHashes([read, list, changed]).ofGrant('DELETE,GET /api/ships/:id'), both);
});
