import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import sharp from 'sharp';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { EYE } from '#plugins/eye/server/api.ts';
import type { Service, ServiceAdapter, ServiceHealth, TryOutResult } from '#plugins/providers/calls.ts';
import { drawTexts } from '#tests/fixtures/eye/drawn-text.ts';
import { sourceOf } from '#tests/fixtures/eye/open-eye.ts';
import { startReadingService } from '#tests/fixtures/eye/reading-service.ts';
import { startFillingService } from '#tests/fixtures/removal/filling-service.ts';
import { HARBOUR_VOICE } from '#tests/fixtures/server-halves/harbour-voice.ts';
import type { TestServer } from '#tests/integration/http/test-server.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { startHarbour } from '#tests/integration/outside-plugins/harbour.ts';

const HORN = 'harbour-voice.horn';
const scope = lastFirst({ after });
let server: TestServer;
let token: string;
before(async () => {
  server = await startHarbour(scope, [HARBOUR_VOICE], { discovered: await discoverPlugins() });
  ({ token } = await server.signIn({ operator: true }));
});

const call = (method: string, path: string, body?: unknown) =>
  server.call(method, `/api/services${path}`, { token, ...(body === undefined ? {} : { body }) });
async function serviceOf(kind: string): Promise<Service> {
  const { services } = (await call('GET', '')).envelope.data as { services: Service[] };
  return services.find((service) => service.kind === kind) ?? assert.fail(kind);
}
async function adapterOf(kind: string, id: string): Promise<ServiceAdapter> {
  return (await serviceOf(kind)).adapters.find((adapter) => adapter.id === id) ?? assert.fail(id);
}
const check = async (kind: string, id: string) =>
  (await call('POST', `/${kind}/${id}/check`)).envelope.data as ServiceHealth;
const tryOut = async (kind: string, id: string, values: object) =>
  (await call('POST', `/${kind}/${id}/try-out`, { values })).envelope.data as TryOutResult;
const fillIn = (kind: string, id: string, values: object) => call('PUT', `/${kind}/${id}/settings`, { values });

test('every kind is listed: with what is in use, or with nothing where there is no adapter', async () => {
  const speech = await serviceOf('speech');
  assert.deepEqual([speech.inUse, speech.chosen, speech.several], [['engines.espeak-ng'], false, false]);
  const horn = await adapterOf('speech', HORN);
  assert.deepEqual(
    [horn.title, horn.about, horn.pluginTitle, horn.state, horn.missing],
    ['Fog horn', 'Speaks with a fog horn.', 'Harbour voice', 'incomplete', ['Key']],
  );
  const translation = await serviceOf('translation');
  assert.deepEqual(
    translation.adapters.map(({ id, state }) => [id, state]),
    [
      ['engines.chat-translation', 'incomplete'],
      ['engines.chat-translation-2', 'incomplete'],
      ['engines.deepl', 'incomplete'],
      ['engines.libretranslate', 'incomplete'],
    ],
  );
  const portraits = await serviceOf('portraits');
  assert.deepEqual([portraits.adapters, portraits.inUse, translation.inUse], [[], [], []]);
  assert.deepEqual(
    (await serviceOf('sms')).adapters.map(({ id }) => id),
    ['account.outbox', 'account.aliyun', 'account.tencent', 'account.twilio'],
  );
  assert.equal((await serviceOf('payment')).several, true);
});

test('only operators see services', async () => {
  const member = await server.signIn({ level: 'level4' });
  assert.equal((await server.call('GET', '/api/services', { token: member.token })).status, 403);
  assert.equal((await server.call('GET', '/api/services')).status, 401);
});

test('settings are filled in field by field; a secret is never told again, and what does not fit is 422', async () => {
  const wrong = await fillIn('speech', HORN, { pace: 9, stranger: 1 });
  assert.deepEqual(
    [wrong.status, wrong.failure.fields?.map(({ field }) => field)],
    [422, ['body.values.pace', 'body.values.stranger']],
  );
  const answer = await fillIn('speech', HORN, { key: 'hidden-key', pace: 1.5 });
  assert.deepEqual(answer.envelope.data, { values: { pace: 1.5, key: { set: true } } });
  assert.equal((await adapterOf('speech', HORN)).state, 'ready');
  const { rows } = await server.composed.ctx.db.pool.query('select * from core_settings');
  assert.ok(!JSON.stringify(rows).includes('hidden-key'));
  assert.equal((await fillIn('speech', 'harbour-voice.gone', {})).status, 404);
});

test('a look tells whether an adapter works, what it knows, and in words what is wrong', async () => {
  await fillIn('speech', HORN, { key: 'right' });
  const well = await check('speech', HORN);
  assert.deepEqual([well.healthy, well.probed, well.languages], [true, true, ['en-US', 'tlh']]);
  await fillIn('speech', HORN, { key: 'wrong' });
  assert.match((await check('speech', HORN)).problem ?? '', /The settings are wrong.*the key is refused/);
  await fillIn('speech', HORN, { key: 'late' });
  assert.match((await check('speech', HORN)).problem ?? '', /Not reached.*the harbour is closed/);
  await fillIn('speech', HORN, { key: 'broken' });
  assert.match((await check('speech', HORN)).problem ?? '', /failed.*fallen into the water/s);
  assert.match((await check('speech', 'quay.nobody')).problem ?? '', /no longer part of this workbench/);
  const espeak = await check('speech', 'engines.espeak-ng');
  assert.deepEqual([espeak.healthy, espeak.probed, espeak.languages?.length], [true, false, 27]);
});

test('a voice is tried as it is set up, chosen or not, and heard', async () => {
  await fillIn('speech', HORN, { key: 'right' });
  const { shape } = (await call('GET', `/speech/${HORN}/try-out`)).envelope.data as {
    shape: { properties: Record<string, { enum?: string[] }> };
  };
  assert.deepEqual(shape.properties['language']?.enum, ['en-US', 'tlh']);
  const heard = await tryOut('speech', HORN, { text: 'Ahoy', language: 'tlh' });
  assert.equal(heard.kind, 'sound');
  assert.equal(Buffer.from(heard.kind === 'sound' ? heard.base64 : '', 'base64').toString('latin1', 0, 4), 'RIFF');
  const failed = await tryOut('speech', HORN, { text: 'break', language: 'tlh' });
  assert.match(failed.kind === 'failed' ? failed.problem : '', /the horn has burst/);
  const wrong = await call('POST', `/speech/${HORN}/try-out`, { values: { text: '', language: 'xx' } });
  assert.deepEqual(
    [wrong.status, wrong.failure.fields?.map(({ field }) => field)],
    [422, ['body.values.text', 'body.values.language']],
  );
  const { rows } = await server.composed.ctx.db.pool.query(
    `select target from core_audit where action = 'provider.try'`,
  );
  assert.ok(rows.length >= 2);
});

test('an SMS service is asked whether it takes the account before a code is sent by it', async () => {
  const asked: string[] = [];
  const carrier = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const isKnown = request.headers.authorization === `Basic ${Buffer.from('AC1:right').toString('base64')}`;
    response.writeHead(isKnown ? (request.method === 'POST' ? 201 : 200) : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { sid: 'AC1', status: 'queued' } : { code: 20003, message: 'Authenticate' }));
  });
  carrier.listen(0, '127.0.0.1');
  await once(carrier, 'listening');
  scope.after(async () => void carrier.close());
  const endpoint = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}/`;
  const twilio = 'account.twilio';
  await fillIn('sms', twilio, { accountSid: 'AC1', authToken: 'wrong', from: '+1', endpoint });
  assert.match((await check('sms', twilio)).problem ?? '', /settings are wrong.*Authenticate/);
  await fillIn('sms', twilio, { authToken: 'right' });
  assert.equal((await check('sms', twilio)).healthy, true);
  assert.deepEqual(new Set(asked), new Set(['GET /2010-04-01/Accounts/AC1.json']));
  assert.deepEqual(await tryOut('sms', twilio, { to: '13800000000' }), { kind: 'sent' });
  assert.equal(asked.at(-1), 'POST /2010-04-01/Accounts/AC1/Messages.json');
});

test('operators choose one, none, or the built-in one to stand in; what is not there cannot be chosen', async () => {
  const choose = (kind: string, adapters: string[], orEmbedded = false) =>
    call('PUT', `/${kind}`, { adapters, orEmbedded });
  await fillIn('speech', HORN, { key: 'right' });
  assert.equal((await choose('speech', [HORN], true)).status, 200);
  const speech = await serviceOf('speech');
  assert.deepEqual([speech.inUse, speech.chosen, speech.orEmbedded], [[HORN], true, true]);
  assert.equal((await choose('speech', ['quay.nobody'])).failure.error, 'core:provider.unknown');
  assert.equal((await choose('sms', ['account.outbox', 'account.twilio'])).failure.error, 'core:provider.unknown');
  assert.equal((await choose('speech', [HORN, HORN])).status, 422);
  assert.equal((await choose('speech', ['engines.espeak-ng', HORN])).status, 200);
  assert.deepEqual((await serviceOf('speech')).inUse, ['engines.espeak-ng', HORN]);
  await choose('speech', []);
  assert.deepEqual((await serviceOf('speech')).inUse, []);
  const editor = await server.signIn({ level: 'level4' });
  const voices = await server.call('GET', '/api/mixing/voices', { token: editor.token });
  assert.deepEqual([voices.status, voices.failure.error], [503, 'core:provider.none-speech']);
});

test('text in pictures has a built-in reader, which is tried with a picture, and others beside it', async (t) => {
  const builtIn = 'eye.pp-ocr';
  const kind = await serviceOf('picture-text');
  assert.deepEqual([kind.inUse, kind.several, kind.triable], [[builtIn], true, true]);
  const health = await check('picture-text', builtIn);
  assert.deepEqual(
    [health.healthy, health.probed, health.languages],
    [true, true, ['zh-CN', 'en-US']],
    health.problem ?? '',
  );

  const folder = await temporaryFolder();
  await drawTexts(join(folder, 'sale.mp4'), {
    ...{ width: 640, height: 360, seconds: 0.2 },
    texts: [{ from: 0, to: 1, text: '限时包邮', size: 40 }],
  });
  const jpeg = spawnSync('ffmpeg', [
    '-v',
    'error',
    '-i',
    join(folder, 'sale.mp4'),
    '-frames:v',
    '1',
    '-f',
    'mjpeg',
    'pipe:1',
  ]);
  const picture = jpeg.stdout.toString('base64');
  const read = await tryOut('picture-text', builtIn, { picture, language: 'zh-CN' });
  assert.ok(read.kind === 'picture-text', JSON.stringify(read));
  assert.deepEqual([read.width, read.height, read.lines.map(({ text }) => text)], [640, 360, ['限时包邮']]);
  assert.ok(read.lines[0]?.corners.every(([, y]) => y > 250 && y < 340));
  const failed = await tryOut('picture-text', builtIn, { picture: 'bm8gcGljdHVyZQ==', language: 'zh-CN' });
  assert.match(failed.kind === 'failed' ? failed.problem : '', /no picture that can be read/);

  const service = await startReadingService();
  t.after(() => service.close());
  await fillIn('picture-text', 'eye.service', { address: service.address, key: 'secret' });
  assert.deepEqual((await check('picture-text', 'eye.service')).languages, ['fr-FR', 'ja-JP']);
  const chosen = { adapters: [builtIn, 'eye.service'], orEmbedded: false };
  assert.equal((await call('PUT', '/picture-text', chosen)).status, 200);
  const source = await sourceOf(join(folder, 'sale.mp4'));
  const eye = server.composed.ctx.use(EYE);
  const languages = await eye?.languages();
  assert.deepEqual(
    languages?.map(({ language, draft }) => [language, draft]),
    [
      ...[
        ['zh-CN', false],
        ['en-US', false],
      ],
      ...[
        ['fr-FR', true],
        ['ja-JP', true],
      ],
    ],
  );
  const french = await eye?.readVideo(source, { language: 'fr-FR' });
  assert.deepEqual([french?.engine, french?.draft], ['eye.service', true]);
  assert.ok(service.pictures.length > 0);
  assert.equal((await eye?.readVideo(source, { language: 'en-GB' }))?.engine, builtIn);
});

test('picture filling is built in, and a service of the operator is tried with a picture', async (t) => {
  const [builtIn, own] = ['removal.built-in', 'removal.service'];
  const kind = await serviceOf('inpainting');
  assert.deepEqual([kind.inUse, kind.several, kind.triable], [[builtIn], false, true]);
  const jpeg = await sharp({ create: { width: 321, height: 201, channels: 3, background: '#204080' } })
    .jpeg()
    .toBuffer();
  const values = { picture: jpeg.toString('base64') };
  const tried = await tryOut('inpainting', builtIn, values);
  assert.match(tried.kind === 'failed' ? tried.problem : '', /takes no single picture/);

  const service = await startFillingService();
  t.after(() => service.close());
  await fillIn('inpainting', own, { address: service.address, key: 'wrong' });
  assert.match((await check('inpainting', own)).problem ?? '', /settings are wrong.*401/);
  await fillIn('inpainting', own, { key: 'secret' });
  assert.deepEqual((await check('inpainting', own)).healthy, true);
  const filled = await tryOut('inpainting', own, values);
  assert.ok(filled.kind === 'picture', JSON.stringify(filled));
  const { width, height } = await sharp(Buffer.from(filled.base64, 'base64')).metadata();
  assert.deepEqual([width, height, service.shots[0]?.frames, service.shots[0]?.isMasked], [320, 200, 16, true]);
  assert.equal(service.cancelled.length, 1, 'it is told to forget it');
});

test('one whose plugin was removed is shown as gone where it was chosen, and nowhere else', async () => {
  await call('PUT', '/speech', { adapters: [HORN], orEmbedded: false });
  await server.composed.ctx.plugins.remove('harbour-voice', 'test');
  assert.deepEqual((await adapterOf('speech', HORN)).state, 'gone');
  await call('PUT', '/speech', { adapters: ['engines.espeak-ng'], orEmbedded: false });
  assert.ok(!(await serviceOf('speech')).adapters.some(({ id }) => id === HORN));
});
