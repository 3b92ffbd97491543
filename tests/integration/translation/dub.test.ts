import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { hearSpeech } from '#core/server/services/media/speech/speech-node.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { DUB_RULES } from '#plugins/translation/dub-plan.ts';
import { translationVoiceRates } from '#plugins/translation/server/tables.ts';
import { voicesClones } from '#plugins/voices/server/tables.ts';
import { startTranscriptionService } from '#tests/fixtures/speech/transcription-service.ts';
import { loudnessOfEach, sourceOf } from '#tests/integration/media/operations/operations-kit.ts';
import { startDubKit, type LineToSay } from '#tests/integration/translation/dub-kit.ts';
import { until } from '#tests/until.ts';

const { voice } = translationVoiceRates;
const scope = lastFirst({ after });
let kit: Awaited<ReturnType<typeof startDubKit>>;
let video = '';
before(async () => {
  kit = await startDubKit(scope);
  video = await kit.video();
});

const FITS = 'Free shipping on every order today.';
const LONG = 'This little kettle boils half a litre of water in less than a minute and never burns your fingers.';
const LINES: readonly LineToSay[] = [
  [500, 2_600, FITS],
  // Takes silence of what follows.
  [3_300, 4_300, 'It boils in half a minute.'],
  [6_000, 7_200, LONG],
  [7_400, 9_400, 'Order now, and it is yours tomorrow.'],
  [10_000, 12_000, null],
];

test('a language is dubbed: each line at its place by the ear, the original lowered, at −14 LUFS, with copied pictures', async () => {
  const id = await kit.project(video, LINES);
  const before = await kit.read(id);
  assert.deepEqual([before.dub, before.why, before.rate, before.isRobotic], [null, null, null, true]);
  assert.deepEqual(
    before.voices.map(({ sex }) => sex),
    ['male', 'female'],
  );
  const dub = await kit.dub(id);
  assert.equal(dub.run?.state, 'done', JSON.stringify(dub.run));

  const [first, borrows, long, last, ...others] = dub.lines;
  assert.deepEqual(others, [], 'what is not accepted is not spoken');
  assert.deepEqual([first?.fault, first?.factor, first?.borrowed], [null, 1, 0]);
  assert.ok((borrows?.borrowed ?? 0) > 0 && borrows?.fault === null);
  assert.deepEqual([long?.fault, long?.takes, long?.drift], ['long', 0, null]);
  assert.ok((long?.most ?? 0) > 0 && (long?.most ?? 0) < (long?.letters ?? 0));
  const spoken = dub.lines.filter(({ fault }) => fault === null);
  for (const { cue, drift, heard, start, takes, until, factor } of spoken) {
    assert.ok(drift !== null && Math.abs(drift) <= DUB_RULES.drift, `${cue} is heard ${drift} ms late`);
    assert.ok((heard ?? 0) > 0.8, `${cue}: somebody is heard in ${heard} of it`);
    assert.ok(factor <= DUB_RULES.fastest && start + takes <= until, `${cue} takes ${takes}`);
  }
  assert.equal(last?.fault, null);

  const library = kit.kit.ctx;
  const { materialId, folderId } = dub;
  assert.ok(materialId !== null && folderId !== null);
  assert.deepEqual(await kit.kit.sourcesOf(materialId), [video]);
  const listed = await kit.kit.call('GET', `/api/materials?folder=${folderId}`);
  const items = (listed.envelope.data as { items: { id: string; name: string; encodings?: number }[] }).items;
  assert.deepEqual(
    items.map((item) => item.id),
    [materialId],
  );
  const finished = await kit.fileOf(materialId);
  const [loudness] = await loudnessOfEach(library.media.runner, [finished]);
  assert.ok(Math.abs((loudness?.integrated ?? 0) + 14) < 0.6, JSON.stringify(loudness));
  // Not by what the tool says of itself: by an ear that knows nothing of it.
  const heard = await hearSpeech(library.media, await sourceOf(finished));
  for (const { cue, start } of spoken) {
    const off = Math.min(...heard.map((span) => Math.abs(span.start * 1000 - start)));
    assert.ok(off <= DUB_RULES.drift, `${cue} begins ${off} ms beside its place: ${JSON.stringify(heard)}`);
  }
  assert.ok(
    heard.some(({ start }) => Math.abs(start - 10) < 0.15),
    'who is not dubbed is heard as before',
  );
});

test('a line that is written anew is spoken, and nothing else is spoken again', async () => {
  const unheard = (await kit.read(await kit.project(null, LINES))).unheard ?? '';
  assert.match(unheard, /transcription service/, 'the page says what to connect');
  const id = await kit.project(video, LINES.slice(0, 2));
  await kit.dub(id);
  const said = kit.said().length;
  await kit.write(id, 'c2', 'Hot in thirty seconds.');
  const again = await kit.dub(id);
  assert.deepEqual(kit.said().slice(said), ['Hot in thirty seconds.']);
  assert.equal(again.run?.state, 'done');
  assert.ok(Math.abs(again.lines[1]?.drift ?? 99) <= DUB_RULES.drift);
  const other = await kit.dub(id, { voice: 'female' });
  assert.equal(kit.said().length, said + 3, 'another voice says all of them');
  assert.equal(other.choice.voice, 'female');
  const { rate } = await kit.read(id);
  assert.ok((rate ?? 0) > 8 && (rate ?? 0) < 30, `${rate} letters a second`);
  const { ctx, accountId } = kit.kit;
  const kept = await ctx.db.scope(accountId).select(translationVoiceRates, { where: eq(voice, 'female') });
  assert.deepEqual(
    kept.map((row) => [row.language, Math.round((row.letters * 1000) / row.milliseconds)]),
    [['en-US', Math.round(rate ?? 0)]],
  );
});

test('a line is heard before its language is dubbed, with what would fit', async () => {
  const id = await kit.project(null, LINES, 'de-DE');
  const heard = await kit.speak(id, 'c1', { text: 'Heute versandkostenfrei.' }, 'de-DE');
  assert.equal(heard.status, 200);
  const { base64, takes, factor, fault } = heard.data;
  assert.deepEqual([fault, factor], [null, 1]);
  const wav = Buffer.from(base64, 'base64');
  assert.equal(wav.toString('latin1', 0, 4), 'RIFF');
  assert.ok(Math.abs((wav.length - 44) / 48 - takes) < 30, `${wav.length} bytes for ${takes} ms`);
  const long = (await kit.speak(id, 'c3', { text: LONG }, 'de-DE')).data;
  assert.deepEqual([long.fault, long.factor], ['long', DUB_RULES.fastest]);
  assert.ok((long.most ?? 999) < long.letters);
  assert.equal((await kit.speak(id, 'c1', { text: '…' }, 'de-DE')).data.fault, 'empty');
  const voiceless = await kit.speak(id, 'c1', { text: 'Ja', voice: 'gone' }, 'de-DE');
  assert.deepEqual([voiceless.status, voiceless.failure.error], [422, 'core:speech.voice']);
  assert.equal((await kit.speak(id, 'c99', { text: 'Ja' }, 'de-DE')).status, 404);
});

test('what cannot be dubbed is refused before anything is spoken', async () => {
  const refusal = async (id: string, body = {}, language = 'en-US') => {
    const { status, failure } = await kit.start(id, body, language);
    return [status, failure.error];
  };
  assert.deepEqual(await refusal(await kit.project(null, LINES)), [422, 'translation:dub.no-video']);
  const open = await kit.project(video, [[500, 2_600, null]]);
  assert.deepEqual(await refusal(open), [422, 'translation:dub.nothing']);
  assert.deepEqual(await refusal(open, {}, 'de-DE'), [404, 'translation:missing']);
  const id = await kit.project(video, LINES);
  assert.deepEqual(await refusal(id, { voice: 'gone' }), [422, 'core:speech.voice']);
  assert.deepEqual(await refusal(id, { under: 2 }), [422, 'core:field.max']);
  const mute = await kit.project(video, LINES, 'fil-PH');
  assert.deepEqual(await refusal(mute, {}, 'fil-PH'), [422, 'core:speech.language']);
  assert.match((await kit.read(mute, 'fil-PH')).why ?? '', /./);
  const stranger = (await kit.kit.server.signIn({ level: 'level2' })).token;
  const path = `/api/translation/projects/${id}/languages/en-US`;
  for (const [method, address, body] of [
    ['GET', `${path}/dub`, undefined],
    ['POST', `${path}/dubs`, {}],
    ['POST', `${path}/lines/c1/voice`, { text: 'Hi' }],
  ] as const) {
    assert.equal((await kit.kit.server.call(method, address, { token: stranger, body })).status, 404, address);
    assert.equal((await kit.kit.server.call(method, address, { body })).status, 401, address);
  }
  const tooLong = await kit.dub(await kit.project(video, [[500, 900, LONG]]));
  assert.deepEqual([tooLong.run?.state, tooLong.materialId], ['failed', null]);
});

test('a language is dubbed with a cloned voice of the account, whose use counts; others do not have it', async () => {
  const { ctx, accountId } = kit.kit;
  const now = new Date();
  const add = async (name: string, owner: string): Promise<string> => {
    const id = randomUUID();
    await ctx.db.orm.insert(voicesClones).values({
      ...{ id, accountId: owner, name, state: 'success', language: 'en-US', seconds: 9 },
      copies: [{ service: 'engines.tone-match', voice: `tone1.male.1300.${Array(12).fill('0').join('_')}` }],
      ...{ consentKind: 'signed', consentName: 'Ada', consentSentence: 'Yes', consentAt: now, createdAt: now },
      updatedAt: now,
    });
    return id;
  };
  const [own, foreign] = [await add('Keeper', accountId), await add('Other', randomUUID())];
  const id = await kit.project(video, [[500, 4_000, 'Free shipping today.']]);
  const { voices } = await kit.read(id);
  assert.deepEqual(voices.at(-1), { id: `clone:${own}`, name: 'Keeper', sex: null });
  assert.ok(!voices.some(({ name }) => name === 'Other'));
  assert.equal((await kit.start(id, { voice: `clone:${foreign}` })).envelope.code, 0);

  const heard = await kit.speak(id, 'c1', { text: 'Free shipping today.', voice: `clone:${own}` });
  assert.ok((heard.data.spoken ?? 0) > 500, JSON.stringify(heard.envelope));
  const dub = await kit.dub(id, { voice: `clone:${own}` });
  assert.deepEqual([dub.run?.state, dub.lines.map(({ fault }) => fault)], ['done', [null]]);
  const [row] = await ctx.db.orm.select().from(voicesClones).where(eq(voicesClones.id, own));
  assert.deepEqual([row?.uses, row?.state], [1, 'normal']);
});

test('with transcription connected each line over a silent video is heard back: the report has what was heard, and flags what is missing', async () => {
  const service = await startTranscriptionService();
  const { token } = await kit.kit.server.signIn({ operator: true });
  const put = async (path: string, body: object) => {
    const { status, envelope } = await kit.kit.server.call('PUT', `/api/services/transcription${path}`, {
      token,
      body,
    });
    assert.equal(status, 200, JSON.stringify(envelope));
  };
  scope.after(async () => {
    await put('', { adapters: [], orEmbedded: false });
    await service.close();
  });
  const values = { address: service.address, key: 'secret', model: 'm' };
  await put('/engines.openai-transcription/settings', { values });
  await put('', { adapters: ['engines.openai-transcription'], orEmbedded: false });
  const silent = await kit.kit.clip('silent.mp4', '160x90', { seconds: 8 });
  const id = await kit.project(silent, [
    [500, 2_600, FITS],
    [3_300, 7_000, 'Hot tea for two.'],
  ]);
  await until(async () => (await kit.read(id)).unheard === null, 'the service is in use', 10);
  // Of the longer line it hears all, of the shorter one half.
  service.hears = () => {
    const samples = ((service.recordings.at(-1)?.bytes.length ?? 0) - 44) / 2;
    return { text: '', segments: [{ start: 0, end: 1, text: samples > 1.6 * 16_000 ? FITS : 'Hot tea' }] };
  };
  const dub = await kit.dub(id);
  assert.equal(dub.run?.state, 'done', JSON.stringify(dub.run));
  const [whole, half] = dub.lines;
  assert.deepEqual(
    [whole?.transcript?.found, whole?.transcript?.isLacking, whole?.transcript?.isRepeated],
    [1, false, false],
  );
  const { missing = [], isLacking, isRepeated, text } = half?.transcript ?? {};
  assert.deepEqual([missing.join(' '), isLacking, isRepeated], ['for two', true, true]);
  assert.equal(text, 'Hot tea');
  assert.equal(service.recordings.length, 2, 'the same sound is not sent twice');
  assert.ok(dub.lines.every(({ drift, fault }) => fault === null && Math.abs(drift ?? 99) <= DUB_RULES.drift));
});
