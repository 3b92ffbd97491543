import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { CLONED_VOICES } from '#plugins/voices/server/api.ts';
import { eraseAccount } from '#plugins/account/server/accounts/erase-account.ts';
import { forgetCopies, noteLeftCopy } from '#plugins/voices/server/clones/left-copies.ts';
import { voicesClones, voicesLeftCopies } from '#plugins/voices/server/tables.ts';
import { eq } from 'drizzle-orm';
import type { CallData } from '#core/contract/call.ts';
import type { readService } from '#plugins/voices/calls.ts';
import { startOpenAiVoices } from '#tests/fixtures/voices/voice-services.ts';
import { until } from '#tests/until.ts';

import { spoken, startVoicesKit } from './voices-kit.ts';

const scope = lastFirst({ after });
let kit: Awaited<ReturnType<typeof startVoicesKit>>;
let openai: Awaited<ReturnType<typeof startOpenAiVoices>>;
before(async () => {
  kit = await startVoicesKit(scope);
  openai = await startOpenAiVoices();
  scope.after(() => openai.close());
});

test('a voice is made of a sample and a consent that was read aloud, says something, and goes without a trace', async () => {
  const before = await kit.kept();
  const service = (await kit.send('GET', '/service')).envelope.data as CallData<typeof readService>;
  assert.deepEqual([service.why, service.isToneMatch, service.isSpokenOnly], [null, true, false]);
  const sentence = service.languages.find(({ tag }) => tag === 'en-US')?.sentence ?? '';
  const consent = await kit.record(spoken(sentence), 'consent', { name: 'recording.wav', origin: 'recorded' });
  const voice = await kit.create({ consent: { kind: 'spoken', name: 'Ada', recording: consent.id } });
  assert.deepEqual([voice.state, voice.consent.kind, voice.consent.sentence], ['cloning', 'spoken', sentence]);
  const made = await kit.reach(voice.id, (each) => each?.state === 'success');
  assert.ok(made?.languages.includes('zh-CN') === true && made.languages.length > 20);
  const read = await fetch(new URL(made.consent.url ?? '', kit.server.address));
  assert.deepEqual([read.status, (await read.arrayBuffer()).byteLength > 48_000], [200, true]);

  const said = await kit.send('POST', `/clones/${voice.id}/audition`, {
    language: 'en-US',
    text: 'Good morning, quay.',
  });
  const wav = Buffer.from((said.envelope.data as { base64: string }).base64, 'base64');
  assert.deepEqual([wav.toString('latin1', 0, 4), wav.readUInt32LE(24)], ['RIFF', 24_000]);
  assert.ok(wav.length > 24_000);
  assert.equal((await kit.list()).find(({ id }) => id === voice.id)?.state, 'normal');

  const named = await kit.send('PATCH', `/clones/${voice.id}`, { name: 'Quay' });
  assert.equal((named.envelope.data as { name: string }).name, 'Quay');
  assert.equal((await kit.send('DELETE', `/clones/${voice.id}`)).status, 200);
  await kit.reach(voice.id, (each) => each === undefined);
  await until(async () => (await kit.kept()).files === before.files, 'its files are gone', 10);
  assert.deepEqual(await kit.kept(), before);
});

test('other plugins are offered voices by language, and uses count', async () => {
  const { id } = await kit.create();
  await kit.reach(id, (each) => each?.state === 'success');
  const offered = kit.ctx.use(CLONED_VOICES) ?? assert.fail('they are offered');
  const own = await offered.list(kit.accountId, 'en-US');
  assert.deepEqual(own[0], { id, name: 'Keeper' });
  assert.deepEqual(await offered.list(kit.accountId, 'fil-PH'), []);
  assert.deepEqual(await offered.list(kit.kit.accountId, 'en-US'), []);
  await assert.rejects(offered.speaker(kit.kit.accountId, id), { code: 'voices:missing' });
  const speaker = await offered.speaker(kit.accountId, id);
  assert.equal(speaker.provider.isRobotic, true);
  for (let time = 0; time < 2; time += 1) await offered.used(kit.ctx.db, kit.accountId, [id, id]);
  const used = (await kit.list()).find((each) => each.id === id);
  assert.deepEqual([used?.uses, used?.state, used?.usedAt === null], [2, 'normal', false]);
});

test('what cannot be made is refused before anything is kept', async () => {
  const sample = (await kit.record(spoken('Hello there.'))).id;
  const consent = { kind: 'signed', name: 'Ada', sentence: await kit.sentence(), agreed: true };
  const body = { name: 'Keeper', language: 'en-US', sample, consent };
  const refusals: [object, number, RegExp][] = [
    [body, 409, /was not checked yet, or cannot be used/],
    [{ ...body, sample: crypto.randomUUID() }, 404, /recording is gone/],
    [{ ...body, language: 'fil-PH' }, 422, /Filipino/],
    [{ ...body, consent: { ...consent, agreed: false } }, 422, /./],
    [{ ...body, name: '  ' }, 422, /./],
  ];
  for (const [wanted, status, message] of refusals) {
    const refused = await kit.send('POST', '/clones', wanted);
    assert.equal(refused.status === 200 ? 409 : refused.status, status, JSON.stringify(refused.envelope));
    assert.match(refused.envelope.message, message);
  }
  // A sample is part of one voice only.
  const good = (await kit.record(spoken())).id;
  const other = await kit.send('POST', '/clones', {
    ...body,
    sample: good,
    consent: { ...consent, sentence: 'I do.' },
  });
  assert.deepEqual(
    [other.envelope.code === 1, /sentence of consent has changed/.test(other.envelope.message)],
    [false, true],
  );
  assert.equal((await kit.send('POST', '/clones', { ...body, sample: good })).envelope.code, 1);
  assert.equal((await kit.send('POST', '/clones', { ...body, sample: good })).status, 404);
  assert.equal((await kit.send('DELETE', `/recordings/${good}`)).status, 404);
});

test('a service without an answer leaves a voice with its reason, which is made when it is tried again', async () => {
  await kit.choose('engines.cosyvoice', { address: 'http://127.0.0.1:9', patience: 10 });
  const { id } = await kit.create();
  const failed = await kit.reach(id, (each) => each?.state === 'failed', 60);
  assert.match(failed?.error ?? '', /does not answer now/);
  assert.equal((await kit.send('POST', `/clones/${id}/audition`, { language: 'en-US', text: 'Hello' })).status, 409);
  await kit.choose('engines.tone-match');
  assert.equal((await kit.send('POST', `/clones/${id}/retry`)).status, 200);
  await kit.reach(id, (each) => each?.state === 'success');
  assert.equal((await kit.send('POST', `/clones/${id}/retry`)).status, 409);
});

test('a voice of another service cannot be used, nor deleted there, until that is chosen again', async () => {
  const { id } = await kit.create();
  await kit.reach(id, (each) => each?.state === 'success');
  // As OpenAI has made it before.
  await put(id, { copies: [{ service: 'engines.openai-voices', voice: id }] });
  const elsewhere = (await kit.list()).find((each) => each.id === id);
  assert.deepEqual([elsewhere?.isElsewhere, elsewhere?.languages], [true, []]);
  await kit.send('POST', `/clones/${id}/retry`);
  await kit.reach(id, (each) => each?.state === 'success' && !each.isElsewhere);
  await kit.send('DELETE', `/clones/${id}`);
  const stuck = await kit.reach(id, (each) => each?.state === 'recycling' && each.error !== null);
  assert.match(stuck?.error ?? '', /not in use/);
  await kit.choose('engines.openai-voices', { address: `${openai.address}/v1`, key: 'k' });
  await kit.send('POST', `/clones/${id}/retry`);
  await kit.reach(id, (each) => each === undefined);
  await kit.choose('engines.tone-match');
});

test('what a service keeps nothing of is deleted whichever is in use', async () => {
  const { id } = await kit.create();
  await kit.reach(id, (each) => each?.state === 'success');
  await kit.choose('engines.cosyvoice', { address: 'http://127.0.0.1:9' });
  await kit.send('DELETE', `/clones/${id}`);
  await kit.reach(id, (each) => each === undefined);
  await kit.choose('engines.tone-match');
});

test('what half a voice has left at a service goes with it', async () => {
  await kit.choose('engines.openai-voices', { address: `${openai.address}/v1`, key: 'k' });
  const consent = await kit.record(spoken(), 'consent', { name: 'recording.wav', origin: 'recorded' });
  // The consent arrives, and the voice is not made.
  openai.whims.push('lost', { status: 403 });
  const { id } = await kit.create({ consent: { kind: 'spoken', name: 'Ada', recording: consent.id } });
  await kit.reach(id, (each) => each?.state === 'failed');
  assert.deepEqual([...openai.consents.values()], [id]);
  await kit.choose('engines.tone-match');
  await kit.send('DELETE', `/clones/${id}`);
  await kit.reach(id, (each) => each?.state === 'recycling' && each.error !== null);
  await kit.choose('engines.openai-voices');
  await kit.send('POST', `/clones/${id}/retry`);
  await kit.reach(id, (each) => each === undefined);
  assert.equal(openai.consents.size, 0);
  await kit.choose('engines.tone-match');
});

test('a voice that is deleted just as its job ends does not stay', async () => {
  const { id } = await kit.create();
  await kit.reach(id, (each) => each?.state === 'success');
  await put(id, { state: 'cloning' });
  const removal = await kit.ctx.db.transaction(async (tx) => {
    await tx.orm.update(voicesClones).set({ state: 'success' }).where(eq(voicesClones.id, id));
    const sent = kit.send('DELETE', `/clones/${id}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { sent };
  });
  assert.equal((await removal.sent).status, 200);
  await kit.reach(id, (each) => each === undefined);
});

test('a signed voice is not made anew by a service that wants its own sentence read, and stays as it is', async () => {
  const { id } = await kit.create();
  await kit.reach(id, (each) => each?.state === 'success');
  await kit.choose('engines.openai-voices', { address: `${openai.address}/v1`, key: 'k' });
  const refused = await kit.send('POST', `/clones/${id}/retry`);
  assert.match(refused.envelope.message, /its own sentence/);
  assert.equal((await kit.list()).find((each) => each.id === id)?.state, 'success');
  await kit.choose('engines.tone-match');
  assert.equal((await kit.list()).find((each) => each.id === id)?.isElsewhere, false);
});

test('what services keep of an erased account’s voices is deleted there, as soon as they answer, and by nothing of the person', async () => {
  await kit.choose('engines.openai-voices', { address: `${openai.address}/v1`, key: 'k' });
  const made: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const consent = await kit.record(spoken(), 'consent', { name: 'recording.wav', origin: 'recorded' });
    const { id } = await kit.create({ consent: { kind: 'spoken', name: 'Ada', recording: consent.id } });
    await kit.reach(id, (each) => each?.state === 'success');
    made.push(id);
  }
  assert.deepEqual([openai.voices.size, openai.consents.size], [2, 2]);
  // A job that ends meanwhile writes down what it has made of a voice that is gone.
  const [ongoing = ''] = made;
  await put(ongoing, { copies: [{ service: 'engines.openai-voices', voice: null }] });

  await eraseAccount(kit.ctx, kit.accountId, (erase) => kit.ctx.db.transaction(erase));
  assert.deepEqual(await kit.kept(), { files: 0, recordings: 0 });
  const left = () => kit.ctx.db.orm.select().from(voicesLeftCopies);
  assert.deepEqual((await left()).map(({ reference }) => reference).toSorted(), made.toSorted());
  assert.deepEqual(Object.keys((await left())[0] ?? {}), ['id', 'service', 'voice', 'reference', 'dueAt', 'tries']);

  // The service is away at first, then another one is in use; the one that may still be made is not due yet.
  openai.whims.push({ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 });
  assert.equal(await forgetCopies(kit.ctx), 0);
  openai.whims.length = 0;
  const due = () => kit.ctx.db.orm.update(voicesLeftCopies).set({ dueAt: new Date(0) });
  const tries = async () => (await left()).map((copy) => copy.tries).toSorted();
  assert.deepEqual([await tries(), await forgetCopies(kit.ctx)], [[0, 1], 0]);
  await kit.choose('engines.tone-match');
  await due();
  assert.equal(await forgetCopies(kit.ctx), 0);
  assert.deepEqual([await tries(), openai.voices.size], [[1, 2], 2]);
  await kit.choose('engines.openai-voices');
  await due();
  assert.equal(await forgetCopies(kit.ctx), 2);
  assert.deepEqual([await left(), openai.voices.size, openai.consents.size], [[], 0, 0]);
  await kit.choose('engines.tone-match');
});

test('a voice that a service makes while its account is erased is deleted there, too', async () => {
  const id = crypto.randomUUID();
  const row = { service: 'engines.openai-voices', voice: 'voice_late' };
  await kit.ctx.db.transaction((tx) => noteLeftCopy(kit.ctx, tx, { ...row, voice: null }, id));
  await kit.ctx.db.transaction((tx) => noteLeftCopy(kit.ctx, tx, row, id));
  const [known, ...others] = await kit.ctx.db.orm.select().from(voicesLeftCopies);
  assert.deepEqual([known?.voice, known?.reference, others], ['voice_late', id, []]);
  await kit.ctx.db.orm.delete(voicesLeftCopies);
});

test('a copy that is refused holds no other up, and one that is named meanwhile stays until it is deleted by its name', async () => {
  const service = 'engines.openai-voices';
  const [refused, late, last] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const note = (voice: string | null, reference: string) =>
    kit.ctx.db.transaction((tx) => noteLeftCopy(kit.ctx, tx, { service, voice }, reference));
  for (const [voice, reference] of [
    ['no', refused],
    [null, late],
    ['yes', last],
  ] as const)
    await note(voice, reference);
  const order = [refused, late, last];
  for (const [at, reference] of order.entries()) {
    const set = { dueAt: new Date(at) };
    await kit.ctx.db.orm.update(voicesLeftCopies).set(set).where(eq(voicesLeftCopies.reference, reference));
  }
  const real = await kit.ctx.providers.use('voices');
  const remove = async (voice: string | null, reference: string): Promise<void> => {
    if (reference === refused) throw new ProviderFailure('refused', 'it is not for you');
    if (voice === null) await note('voice_late', reference);
  };
  const use = async () => ({ ...real, id: service, provider: { ...real.provider, remove } });
  const providers = { ...kit.ctx.providers, use } as typeof kit.ctx.providers;
  assert.equal(await forgetCopies({ ...kit.ctx, providers }), 1);
  const left = async () =>
    (await kit.ctx.db.orm.select().from(voicesLeftCopies)).map(({ voice, tries }) => [voice, tries]).toSorted();
  assert.deepEqual(await left(), [
    ['no', 1],
    ['voice_late', 0],
  ]);
  assert.equal(await forgetCopies({ ...kit.ctx, providers }), 1);
  assert.deepEqual(await left(), [['no', 1]]);
  await kit.ctx.db.orm.delete(voicesLeftCopies);
});

/** Puts a voice into a state as it may be found in. */
async function put(id: string, values: Partial<typeof voicesClones.$inferInsert>): Promise<void> {
  await kit.ctx.db.orm.update(voicesClones).set(values).where(eq(voicesClones.id, id));
}
