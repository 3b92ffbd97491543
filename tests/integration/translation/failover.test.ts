import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Service } from '#plugins/providers/calls.ts';
import { startSpeechService, type SpeechService } from '#tests/fixtures/speech/speech-service.ts';
import { startTranslationService, type TranslationService } from '#tests/fixtures/translation/translation-service.ts';

import { startDubKit } from './dub-kit.ts';
import { CHAT } from './translation-kit.ts';

const [SECOND, VOICE, ESPEAK] = ['engines.chat-translation-2', 'engines.openai-speech', 'engines.espeak-ng'];
const COSY = 'engines.cosyvoice';
const scope = lastFirst({ after });
let kit: Awaited<ReturnType<typeof startDubKit>>;
let token: string;
let second: TranslationService;
let voice: SpeechService;
before(async () => {
  kit = await startDubKit(scope);
  ({ token } = await kit.kit.server.signIn({ operator: true }));
  second = await startTranslationService();
  scope.after(() => second.close());
  voice = await startSpeechService();
  scope.after(() => voice.close());
  const common = { key: 'secret', model: 'm', patience: 20 };
  await fillIn('translation', CHAT, { ...common, address: `${kit.service.address}/v1`, lines: 1, atOnce: 1 });
  await fillIn('translation', SECOND, { ...common, address: `${second.address}/v1`, lines: 1 });
  await fillIn('speech', VOICE, { ...common, address: `${voice.address}/v1`, voices: ['male', 'sea'] });
});

const put = (path: string, body: object) => kit.kit.server.call('PUT', `/api/services${path}`, { token, body });
const fillIn = (kind: string, id: string, values: object) => put(`/${kind}/${id}/settings`, { values });
const choose = async (kind: string, ...adapters: string[]) =>
  assert.equal((await put(`/${kind}`, { adapters, orEmbedded: false })).status, 200);
async function restsOf(kind: string): Promise<Record<string, string | undefined>> {
  const { envelope } = await kit.kit.server.call('GET', '/api/services', { token });
  const { services } = envelope.data as { services: Service[] };
  const { adapters = [] } = services.find((service) => service.kind === kind) ?? {};
  return Object.fromEntries(adapters.flatMap(({ id, rest }) => (rest === null ? [] : [[id, rest.problem]])));
}
const textsIn = ({ requests }: TranslationService) => requests.flatMap(({ lines }) => lines.map(({ text }) => text));

test('what a service leaves open whose quota is used up is translated by the next, and nothing twice', async () => {
  await choose('translation', CHAT, SECOND);
  const text = await kit.addText('一', '二', '三', '四');
  const { id } = await kit.begin(text.id);
  // The first line comes, then the money is gone.
  kit.service.whims.push({ late: 0 }, { status: 402 }, { status: 402 }, { status: 402 });
  const project = await kit.translate(id, 'en-US');
  assert.deepEqual([project.targets[0]?.state, project.targets[0]?.error], ['idle', null]);
  const lines = await kit.lines(id);
  assert.ok(lines.every((line) => line.text !== ''));
  assert.deepEqual(
    new Set(lines.map(({ service }) => service)),
    new Set(['Language model (OpenAI-compatible)', 'Language model (OpenAI-compatible, second)']),
  );
  const [byFirst, bySecond] = [textsIn(kit.service).length, textsIn(second)];
  assert.deepEqual([byFirst, bySecond.toSorted()], [4, ['三', '二', '四'].toSorted()]);
  assert.match((await restsOf('translation'))[CHAT] ?? '', /quota is used up/);

  // It rests: the next project is translated by the second alone, but for what the first has answered already.
  const other = await kit.addText('一', '五');
  await kit.translate((await kit.begin(other.id)).id, 'en-US');
  assert.deepEqual([textsIn(kit.service).length, textsIn(second).slice(bySecond.length)], [byFirst, ['五']]);

  // Until operators have seen to it.
  await fillIn('translation', CHAT, { model: 'm' });
  assert.deepEqual(await restsOf('translation'), {});
  const third = await kit.addText('六');
  await kit.translate((await kit.begin(third.id)).id, 'en-US');
  assert.deepEqual(textsIn(kit.service).slice(byFirst), ['六']);
});

test('an answer in another language goes to the next, and keeps nobody from being asked first again', async () => {
  await choose('translation', CHAT, SECOND);
  const chinese = '这是一个完全没有翻译的句子，仍然是中文。';
  kit.service.translates = () => chinese;
  second.translates = () => 'This sentence has been translated into English.';
  const text = await kit.addText('这是我们最新的产品，欢迎大家来看看。');
  const { id } = await kit.begin(text.id);
  await kit.translate(id, 'en-US');
  assert.deepEqual(
    (await kit.lines(id)).map((line) => line.text),
    ['This sentence has been translated into English.'],
  );
  assert.deepEqual(await restsOf('translation'), {});
});

test('a dub whose service fails in the middle is spoken by the next from its beginning, with one voice', async () => {
  await choose('speech', VOICE, ESPEAK);
  const id = await kit.project(await kit.video(), [
    [500, 2_500, 'Kettle'],
    [3_000, 5_000, 'Water'],
    [5_500, 7_500, 'Steam'],
    [8_000, 9_800, 'Tea'],
  ]);
  voice.whims.push({ late: 0 }, { late: 0 }, { late: 0 }, { status: 401 });
  const dub = await kit.dub(id);
  assert.equal(dub.run?.state, 'done', JSON.stringify(dub.run));
  assert.deepEqual(kit.said().toSorted(), ['Kettle', 'Steam', 'Tea', 'Water']);
  assert.equal(voice.requests.length, 4);
  assert.deepEqual(dub.services, ['espeak-ng (built in)']);
  assert.match((await restsOf('speech'))[VOICE] ?? '', /settings are wrong/);
});

test('where only a sex was chosen, as by a batch, the next service that has such a voice speaks where one fails', async () => {
  await fillIn('speech', COSY, { address: voice.address, speakers: ['英文男', '英文女'] });
  await choose('speech', COSY, ESPEAK);
  const id = await kit.project(await kit.video(), [[500, 2_500, 'Anchor']]);
  const said = kit.said().length;
  voice.whims.push({ status: 401 });
  const dub = await kit.dub(id, { voice: 'sex:female' });
  assert.equal(dub.run?.state, 'done', JSON.stringify(dub.run));
  assert.equal(voice.requests.at(-1)?.body['spk_id'], '英文女');
  assert.deepEqual(kit.said().slice(said), ['Anchor']);
  assert.deepEqual(dub.services, ['espeak-ng (built in)']);
});

test('a voice that was chosen speaks or fails, also where another service has one of that name', async () => {
  await choose('speech', VOICE, ESPEAK);
  const id = await kit.project(await kit.video(), [[500, 2_500, 'Ahoy there']]);
  const { voices, services } = await kit.read(id);
  assert.equal(services, 2);
  const own = voices.find(({ name }) => name.startsWith('male ·'));
  assert.deepEqual(
    [own?.id, voices.map(({ id: each }) => each)],
    [`${VOICE}/male`, [`${VOICE}/male`, `${VOICE}/sea`, `${ESPEAK}/male`, `${ESPEAK}/female`]],
  );
  const said = kit.said().length;
  voice.whims.push({ status: 401 });
  const heard = await kit.speak(id, 'c1', { text: 'Ahoy there', voice: own?.id });
  assert.deepEqual([heard.status, heard.failure.error], [422, 'translation:dub.voice-failed']);
  assert.equal(kit.said().length, said);
  assert.equal((await kit.speak(id, 'c1', { text: 'Ahoy there', voice: own?.id })).status, 200);
  assert.deepEqual(voice.requests.at(-1)?.body['voice'], 'male');
  assert.equal((await kit.start(id, { voice: 'engines.nobody/male' })).failure.error, 'core:speech.voice');
});
