import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';

import { defineEvent } from '#core/contract/event.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { narrowContext } from '#core/server/plugins/narrow-context.ts';
import type { OutsideContext } from '#core/server/plugins/outside-context.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';
import { BUOY } from '#tests/fixtures/server-halves/buoy.ts';
import { writeHalf } from '#tests/fixtures/server-halves/write-half.ts';

// What server halves from outside are given: a part of the context, and in it only what is theirs.

const scope = lastFirst({ after });
let server: TestServer;
let own: OutsideContext;
before(async () => {
  server = await startTestServer(scope, { prepare: (dataDir) => writeHalf(dataDir, BUOY) });
  own = narrowContext(server.composed.ctx, { id: 'buoy', uses: [] });
});

/** Names two levels deep, which is as far as types are narrowed. */
function namesOf(value: object): string[] {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
    typeof part === 'object' && part !== null && !['log', 'clock'].includes(name)
      ? Object.keys(part).map((inner) => `${name}.${inner}`)
      : [name],
  );
}

test('what is given is what the types say, and nothing of the services behind it', () => {
  const names = namesOf({ ...own, db: { ...own.db, orm: null } });
  for (const name of ['db.transaction', 'files.add', 'jobs.enqueue', 'media.graph', 'toolRuns.outputs', 'use']) {
    assert.ok(names.includes(name), name);
  }
  const kept = ['plugins', 'dataFolder', 'site', 'db.pool', 'db.close', 'db.connectionString', 'files.store'];
  const ofServices = ['files.sweep', 'jobs.start', 'jobs.stats', 'toolRuns.add', 'media.effects', 'media.operations'];
  const ofOperators = ['providers.admin', 'providers.register', 'accounts.setRole', 'accounts.openSession'];
  for (const name of [...kept, ...ofServices, ...ofOperators]) assert.ok(!names.includes(name), name);
});

test('jobs, events and audited actions of others are refused with the name that would do', async () => {
  const { accountId } = await server.signIn();
  const options = { accountId, payload: null };
  const alarm = defineEvent({ topic: 'materials.changed', to: 'account' });
  const { db } = own;
  await assert.rejects(own.jobs.enqueue(db, 'mixing.plan', options), /the job "mixing\.plan" must be named "buoy\.…"/);
  await assert.rejects(own.jobs.pause(db, 'mixing.plan', { accountId, subjectId: randomUUID() }), TypeError);
  await assert.rejects(own.events.publish(db, alarm, { accountId }), /the event "materials\.changed" must be named/);
  await assert.rejects(own.events.hint(alarm, { accountId }), TypeError);
  const entry = { actor: accountId, action: 'settings.change', target: 'x' };
  await assert.rejects(own.audit.record(db, entry), /the audited action "settings\.change" must be named/);
  await own.audit.record(db, { ...entry, action: 'buoy.lit' });
  await assert.rejects(
    own.toolRuns.begin(db, accountId, { tool: 'crop.cut', name: 'x', settings: {}, inputs: [] }),
    /the tool "crop\.cut" must be named/,
  );
});

test('of tasks it sees those of its own jobs', async () => {
  const { accountId } = await server.signIn();
  const { ctx } = server.composed;
  const options = { accountId, payload: { id: randomUUID() } };
  // Without a transaction of the caller's, task and job are stored together all the same.
  const task = await own.jobs.enqueue(own.db, 'buoy.light', options);
  const other = narrowContext(ctx, { id: 'buoy-kit', uses: [] });
  assert.deepEqual(
    (await own.jobs.list(accountId)).map(({ id }) => id),
    [task.id],
  );
  assert.deepEqual(await other.jobs.list(accountId), []);
  for (const ask of [other.jobs.get, other.jobs.cancel, other.jobs.retry]) {
    await assert.rejects(ask(accountId, task.id), { code: 'core:task.missing' });
  }
  assert.equal((await own.jobs.get(accountId, task.id)).state, 'queued');
  assert.equal((await own.jobs.cancel(accountId, task.id)).state, 'cancelled');
});

test('two plugins that hold a file under one name do not release each other’s', async () => {
  const { accountId } = await server.signIn();
  const { ctx } = server.composed;
  const other = narrowContext(ctx, { id: 'buoy-kit', uses: [] });
  const picture = Readable.from([Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')]);
  const { id } = await own.files.add(accountId, picture, { name: 'bell.gif', maxSize: 99 });
  await own.files.hold(own.db, accountId, [id], 'run 1');
  await other.files.hold(other.db, accountId, [id], 'run 1');
  await other.files.release(other.db, accountId, 'run 1');
  await assert.rejects(own.files.remove(accountId, id), { code: 'core:file-in-use' });
  await own.files.release(own.db, accountId, 'run 1');
  await own.files.remove(accountId, id);
});

test('an account is its name and the level that counts now', async () => {
  const { accountId } = await server.signIn({ level: 'level2' });
  const seen = await own.accounts.find(own.db, accountId);
  assert.deepEqual(seen, { id: accountId, name: 'Test', level: 'level2', operator: false, disabled: false });
  const { accounts, db, clock } = server.composed.ctx;
  await accounts.setRole(db, accountId, { roleCode: 14, roleUntil: new Date(clock.now().getTime() - 1) });
  assert.equal((await own.accounts.find(own.db, accountId))?.level, 'level0');
  assert.equal(await own.accounts.find(own.db, randomUUID()), undefined);
});

test('settings and keys are its own', async () => {
  const { ctx } = server.composed;
  assert.notDeepEqual(own.keyFor('seal'), narrowContext(ctx, { id: 'buoy-kit', uses: [] }).keyFor('seal'));
  assert.throws(() => own.settings.onPluginChange('buoy-kit', () => undefined), /must be named "plugin\.buoy\.…"/);
  own.settings.onPluginChange('buoy', () => undefined)();
});
