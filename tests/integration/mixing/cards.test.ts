import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';

import { v7 as uuid } from 'uuid';

import type { ToolRunState } from '#core/contract/tool-run-calls.ts';
import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import type { RunError } from '#core/server/services/tool-runs/tool.ts';
import type { MixCard } from '#plugins/mixing/calls.ts';
import * as calls from '#plugins/mixing/calls.ts';
import manifest from '#plugins/mixing/plugin.ts';
import { mixProjectSchema } from '#plugins/mixing/project.ts';
import mixing from '#plugins/mixing/server/index.ts';
import { mixingProjects } from '#plugins/mixing/server/tables.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';

import { addMixOutput, addMixRun } from './add-run.ts';

const server = await startTestServer(
  { after },
  { discovered: [{ manifest, calls: callsAmong(calls), server: mixing }] },
);
const { db } = server.composed.ctx;

interface Cards {
  items: MixCard[];
  made: boolean;
}

async function cards(token: string, query = ''): Promise<Cards> {
  return (await server.call('GET', `/api/mixing/cards${query}`, { token })).envelope.data as Cards;
}

async function addFile(accountId: string, type: string): Promise<string> {
  const [id, hash] = [uuid(), randomUUID().replaceAll('-', '').repeat(2)];
  await db.pool.query('insert into core_blobs (hash, size) values ($1, 1)', [hash]);
  await db.pool.query(
    'insert into core_files (id, account_id, hash, size, name, type) values ($1, $2, $3, 1, $4, $5)',
    [...[id, accountId, hash, 'a.mp4', type]],
  );
  return id;
}

async function addProject(accountId: string, name: string, at: string, materials: string[] = []): Promise<string> {
  const groups = [{ id: '1', name: 'One', materials: materials.map((material) => ({ material })) }];
  const document = mixProjectSchema.parse({ name, resolution: 480, groups });
  const time = new Date(at);
  const [row] = await db
    .scope(accountId)
    .insert(mixingProjects, { id: uuid(), name, document, createdAt: time, updatedAt: time });
  return row?.id ?? '';
}

async function addRun(
  accountId: string,
  projectId: string,
  at: string,
  values: { state?: ToolRunState; planned?: number; error?: RunError } = {},
): Promise<string> {
  return await addMixRun(db.scope(accountId), projectId, { state: 'working', at: new Date(at), ...values });
}

async function addOutput(accountId: string, runId: string, fileId: string | null): Promise<void> {
  await addMixOutput(db.scope(accountId), runId, { file: fileId === null ? null : { id: fileId } });
}

test('without a token it is 401, and a bad limit is 422', async () => {
  assert.equal((await server.call('GET', '/api/mixing/cards')).status, 401);
  const { token } = await server.signIn();
  for (const limit of ['0', '51', 'x']) {
    const answer = await server.call('GET', `/api/mixing/cards?limit=${limit}`, { token });
    assert.deepEqual([answer.status, answer.failure.fields?.[0]?.field], [422, 'query.limit'], limit);
  }
});

test('projects come by what happened last, each with its last run and what that has made', async () => {
  const { token, accountId } = await server.signIn();
  const older = await addProject(accountId, 'Older', '2026-01-01T00:00:00Z');
  const newer = await addProject(accountId, 'Newer', '2026-01-02T00:00:00Z');
  await addRun(accountId, older, '2026-01-01T12:00:00Z', { state: 'done' });
  const run = await addRun(accountId, older, '2026-01-03T00:00:00Z', { planned: 4 });
  const video = await addFile(accountId, 'video/mp4');
  await addOutput(accountId, run, video);
  await addOutput(accountId, run, null);

  const { items, made } = await cards(token);
  assert.equal(made, true);
  assert.deepEqual(
    items.map(({ id, name, changedAt }) => [id, name, changedAt]),
    [
      [older, 'Older', '2026-01-03T00:00:00.000Z'],
      [newer, 'Newer', '2026-01-02T00:00:00.000Z'],
    ],
  );
  assert.deepEqual(items[0]?.run, { id: run, state: 'working', count: 5, planned: 4, made: 1, error: null });
  assert.equal(items[0]?.picture?.kind, 'video');
  assert.match(items[0]?.picture?.url ?? '', /^\/files\/blobs\//);
  assert.deepEqual([items[1]?.run, items[1]?.picture], [null, null]);
  assert.equal((await cards(token, '?limit=1')).items.length, 1);
});

test('the still picture of the last video stands for it where there is one', async () => {
  const { token, accountId } = await server.signIn();
  const project = await addProject(accountId, 'Still', '2026-01-01T00:00:00Z');
  const run = await addRun(accountId, project, '2026-01-02T00:00:00Z');
  await addOutput(accountId, run, await addFile(accountId, 'video/mp4'));
  const still = await addFile(accountId, 'image/jpeg');
  await db.pool.query('update core_tool_items set poster_id = $2 where run_id = $1', [run, still]);
  assert.equal((await cards(token)).items[0]?.picture?.kind, 'image');
});

test('before there is a video the first material that is still there is the picture', async () => {
  const { token, accountId } = await server.signIn();
  const sound = await addFile(accountId, 'audio/mpeg');
  const clip = await addFile(accountId, 'video/mp4');
  await addProject(accountId, 'Gone', '2026-01-01T00:00:00Z', [uuid(), 'not-an-id']);
  await addProject(accountId, 'There', '2026-01-02T00:00:00Z', [uuid(), sound, clip]);
  const { items, made } = await cards(token);
  assert.equal(made, false);
  assert.deepEqual(
    items.map(({ name, picture }) => [name, picture?.kind ?? null]),
    [
      ['There', 'video'],
      ['Gone', null],
    ],
  );
});

test('a run that failed says why in the caller’s language', async () => {
  const { token, accountId } = await server.signIn();
  const project = await addProject(accountId, 'Failed', '2026-01-01T00:00:00Z');
  const error = { code: 'core:file-empty' as const, params: { name: 'a.mp4' } };
  await addRun(accountId, project, '2026-01-02T00:00:00Z', { state: 'failed', error });
  assert.match((await cards(token)).items[0]?.run?.error ?? '', /“a\.mp4” is empty/);
});

test('deleted projects and those of others are not there, nor are others’ files', async () => {
  const { token, accountId } = await server.signIn();
  const other = await server.signIn();
  const theirs = await addFile(other.accountId, 'video/mp4');
  await addProject(accountId, 'Mine', '2026-01-01T00:00:00Z', [theirs]);
  const deleted = await addProject(accountId, 'Deleted', '2026-01-02T00:00:00Z');
  await db.pool.query('update mixing_projects set deleted_at = now() where id = $1', [deleted]);
  const { items } = await cards(token);
  assert.deepEqual(
    items.map(({ name, picture }) => [name, picture]),
    [['Mine', null]],
  );
  assert.deepEqual(await cards(other.token), { items: [], nextCursor: null, total: 0, made: false });
});
