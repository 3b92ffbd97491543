import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';

import { and, eq, inArray } from 'drizzle-orm';

import { coreTasks } from '#core/server/services/jobs/tables.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Recording } from '#plugins/voices/calls.ts';
import { MOST_RECORDINGS } from '#plugins/voices/limits.ts';
import { voicesRecordings } from '#plugins/voices/server/tables.ts';
import { RATE, wavOf } from '#tests/fixtures/words/pcm.ts';

import { until } from '#tests/until.ts';

import { SENTENCE, spoken, startVoicesKit } from './voices-kit.ts';

const scope = lastFirst({ after });
let kit: Awaited<ReturnType<typeof startVoicesKit>>;
before(async () => {
  kit = await startVoicesKit(scope);
});

const codes = ({ findings }: Recording) => findings.map(({ code }) => code);

test('a good sample can be used, and is kept as a WAV that plays', async () => {
  const sample = await kit.record(spoken());
  assert.deepEqual([sample.state, codes(sample)], ['fit', []]);
  assert.ok((sample.speech ?? 0) > 3 && (sample.speech ?? 0) < (sample.seconds ?? 0));
  const played = await fetch(new URL(sample.url ?? '', kit.server.address));
  const bytes = Buffer.from(await played.arrayBuffer());
  assert.deepEqual(
    [bytes.toString('latin1', 0, 4), bytes.readUInt32LE(24), bytes.readUInt16LE(22)],
    ['RIFF', 24_000, 1],
  );
  const { files } = await kit.kept();
  assert.equal((await kit.send('DELETE', `/recordings/${sample.id}`)).status, 200);
  assert.equal((await kit.kept()).files, files - 1);
  assert.equal((await kit.send('GET', `/recordings/${sample.id}`)).status, 404);
});

test('what a browser records is taken as well as an mp3', async () => {
  const wav = wavOf(spoken());
  for (const [name, origin, ...coded] of [
    ['recording.webm', 'recorded', '-c:a', 'libopus', '-f', 'webm'],
    ['recording.ogg', 'recorded', '-c:a', 'libopus', '-f', 'ogg'],
    ['recording.m4a', 'recorded', '-c:a', 'aac', '-f', 'mp4', '-movflags', 'frag_keyframe+empty_moov'],
    ['sample.mp3', 'uploaded', '-c:a', 'libmp3lame', '-f', 'mp3'],
  ] as const) {
    const made = spawnSync('ffmpeg', ['-v', 'error', '-i', 'pipe:0', ...coded, 'pipe:1'], { input: wav });
    assert.equal(made.status, 0, String(made.stderr));
    const { state, findings } = await kit.record(made.stdout, 'sample', { name, origin });
    assert.deepEqual([name, state, findings], [name, 'fit', []]);
  }
});

test('each thing that is wrong is told with its measure, and what cannot be used is refused', async () => {
  const short = await kit.record(spoken('Hello there.'));
  assert.deepEqual([short.state, codes(short)], ['unfit', ['little-speech']]);
  assert.match(short.findings[0]?.text ?? '', /^Only [\d.]+ seconds of speech; at least 3 are needed/);
  const silent = await kit.record(new Float32Array(5 * RATE));
  assert.deepEqual([silent.state, codes(silent)], ['unfit', ['no-speech']]);
  const loud = await kit.record(spoken(SENTENCE, { gain: 12 }));
  assert.deepEqual([loud.state, codes(loud)], ['unfit', ['clipped']]);
  const noisy = await kit.record(spoken(SENTENCE, { noise: 0.03 }));
  assert.deepEqual([noisy.state, codes(noisy)], ['fit', ['noisy']]);
  const quiet = await kit.record(spoken(SENTENCE, { gain: 0.04, noise: 0.00002 }));
  assert.ok(codes(quiet).includes('quiet'), JSON.stringify(quiet));
});

test('a low and a high voice that take turns are told, and one voice is not', async () => {
  const parts = [spoken(), spoken(SENTENCE, { variant: 'f3' }).map((sample) => sample)];
  const high = resampled(parts[1] ?? new Float32Array(), 1.5);
  const both = new Float32Array((parts[0]?.length ?? 0) + high.length);
  both.set(parts[0] ?? []);
  both.set(high, parts[0]?.length);
  assert.deepEqual(codes(await kit.record(both)), ['several-speakers']);
  assert.deepEqual(codes(await kit.record(spoken(SENTENCE, { variant: 'f3' }))), []);
});

test('files of other kinds, broken ones and those that are too long are refused by name', async () => {
  const text = await kit.upload(Buffer.from('hello'.repeat(50)), 'sample.wav', { kind: 'sample', origin: 'uploaded' });
  assert.equal(text.status, 415);
  const other = await kit.upload(wavOf(spoken()), 'sample.flac', { kind: 'sample', origin: 'uploaded' });
  assert.match(JSON.stringify(other.data), /Only mp3 and wav/);
  const fields = await kit.upload(wavOf(spoken()), 'sample.wav', { kind: 'photo', origin: 'uploaded' });
  assert.equal(fields.status, 422);
  const broken = Buffer.concat([wavOf(spoken()).subarray(0, 12), Buffer.alloc(4000, 7)]);
  const read = await kit.record(broken);
  assert.deepEqual([read.state, codes(read), read.url], ['unfit', ['unread'], null]);
  const long = await kit.record(new Float32Array(302 * RATE));
  assert.match(long.findings[0]?.text ?? '', /at most 5 minutes/);
});

test('a recording that a voice is made of at the same moment is not deleted', async () => {
  const { id } = await kit.record(spoken());
  const removal = await kit.ctx.db.transaction(async (tx) => {
    await tx.orm.update(voicesRecordings).set({ voiceId: id }).where(eq(voicesRecordings.id, id));
    const sent = kit.send('DELETE', `/recordings/${id}`);
    await waiting();
    return { sent };
  });
  assert.equal((await removal.sent).status, 404);
  assert.equal(await kit.ctx.db.scope(kit.accountId).count(voicesRecordings, eq(voicesRecordings.id, id)), 1);
});

test('nothing stays of a recording that is removed while it is listened to', async () => {
  const before = await kit.kept();
  const { data } = await kit.upload(wavOf(spoken()), 'sample.wav', { kind: 'sample', origin: 'uploaded' });
  const { id } = data as Recording;
  const { db, files } = kit.ctx;
  const sent = await db.transaction(async (tx) => {
    const [row] = await tx.scope(kit.accountId).delete(voicesRecordings, eq(voicesRecordings.id, id));
    assert.equal(row?.state, 'checking');
    await waiting();
    return row.fileId;
  });
  const free = await db.transaction((tx) => files.forget(tx, kit.accountId, [sent]));
  await free();
  // The check comes to its end.
  const running = [eq(coreTasks.subjectId, id), inArray(coreTasks.state, ['queued', 'running'])];
  await until(async () => (await db.orm.$count(coreTasks, and(...running))) === 0, 'it was listened to', 20);
  await until(async () => (await kit.kept()).files === before.files, 'its files are gone', 20);
  assert.deepEqual(await kit.kept(), before);
});

test('recordings are counted when they arrive, too', async () => {
  const { id } = await kit.record(spoken());
  const { db } = kit.ctx;
  const [row] = await db.scope(kit.accountId).select(voicesRecordings, { where: eq(voicesRecordings.id, id) });
  assert.ok(row !== undefined);
  const { status, data } = await kit.upload(wavOf(spoken()), 'late.wav', { kind: 'sample', origin: 'uploaded' }, () =>
    db.scope(kit.accountId).insert(
      voicesRecordings,
      Array.from({ length: MOST_RECORDINGS }, () => ({ ...row, id: crypto.randomUUID() })),
    ),
  );
  assert.equal(status, 422, JSON.stringify(data));
  assert.match(JSON.stringify(data), /Too many unused recordings/);
});

/** Until somebody waits for a lock. */
const waiting = () =>
  until(
    async () => {
      const { rows } = await kit.ctx.db.pool.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return (rows[0]?.n ?? 0) > 0;
    },
    'it waits',
    20,
  );

/** A sound that is faster and higher. */
function resampled(samples: Float32Array, by: number): Float32Array {
  return Float32Array.from({ length: Math.floor(samples.length / by) }, (_, at) => samples[Math.floor(at * by)] ?? 0);
}
