import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test, type TestContext } from 'node:test';

import { openTextService } from '#plugins/eye/server/service/text-service.ts';
import { startReadingService } from '#tests/fixtures/eye/reading-service.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';

const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
let picture: string;
before(async () => {
  picture = join(await temporaryFolder(), 'picture.jpg');
  await writeFile(picture, JPEG);
});

async function start(t: TestContext) {
  const service = await startReadingService();
  t.after(() => service.close());
  return service;
}
const open = (address: string, key = 'secret') => openTextService({ address, key, atOnce: 2 });
const FRENCH = { languages: ['fr-FR'] };

test('a service says what it reads, and is sent pictures as they are', async (t) => {
  const service = await start(t);
  const reader = await open(service.address);
  assert.deepEqual([await reader.languages(), reader.draft], [['fr-FR', 'ja-JP'], true]);
  assert.match(reader.version, / 7$/);
  const [read] = await reader.read([picture], FRENCH);
  assert.deepEqual(
    read?.lines.map(({ text, corners }) => [text, corners[2]]),
    [['Livraison gratuite', [110, 40]]],
  );
  const [sent] = service.pictures;
  assert.deepEqual(sent, { languages: 'fr-FR', type: 'image/jpeg', authorization: 'Bearer secret', bytes: JPEG });
});

test('many pictures are sent a few at once, and answered in their order', async (t) => {
  const service = await start(t);
  const reader = await open(service.address);
  let seen = 0;
  const read = await reader.read(Array<string>(7).fill(picture), { ...FRENCH, onRead: () => (seen += 1) });
  assert.deepEqual([read.length, seen, service.mostAtOnce], [7, 7, 2]);
});

test('a service that fails for a moment is asked again', async (t) => {
  const service = await start(t);
  const reader = await open(service.address);
  service.whims.push({ status: 503 });
  assert.equal((await reader.read([picture], FRENCH)).length, 1);
});

test('what a service refuses says what has to be done', async (t) => {
  const service = await start(t);
  const reader = await open(service.address);
  const failure = (kind: string, how: RegExp) => ({ name: 'ProviderFailure', kind, message: how });
  await assert.rejects(open(service.address, 'wrong'), failure('configuration', /401/));
  service.whims.push({ status: 415 });
  await assert.rejects(reader.read([picture], FRENCH), failure('refused', /415/));
  service.whims.push({ status: 429, headers: { 'retry-after': '120' } });
  await assert.rejects(reader.read([picture], FRENCH), (error: { kind: string; until: Date }) => {
    return error.kind === 'limited' && Math.abs(error.until.getTime() - Date.now() - 120_000) < 10_000;
  });
  service.whims.push({ says: '<html>' });
  await assert.rejects(reader.read([picture], FRENCH), failure('configuration', /does not answer as/));
  service.whims.push({ says: '{"width":1,"height":1,"lines":[{"text":"a","confidence":2,"corners":[]}]}' });
  await assert.rejects(reader.read([picture], FRENCH), failure('configuration', /does not answer as/));
  service.whims.push({ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, { status: 302 }, { status: 302 });
  await assert.rejects(reader.read([picture], FRENCH), failure('unavailable', /no answer/));
  await assert.rejects(open('http://127.0.0.1:9/text'), failure('unavailable', /no answer/));
});

test('when one of many pictures is refused, the others are not sent any more', async (t) => {
  const service = await start(t);
  const reader = await open(service.address);
  service.whims.push({ status: 415 });
  await assert.rejects(reader.read(Array<string>(9).fill(picture), FRENCH), { kind: 'refused' });
  assert.ok(service.pictures.length < 3);
});

test('a request that is cancelled ends at once', async (t) => {
  const service = await start(t);
  const reader = await open(service.address);
  service.whims.push('nothing');
  const cancel = new AbortController();
  const reading = reader.read([picture, picture], { ...FRENCH, signal: cancel.signal });
  setTimeout(() => cancel.abort(), 50);
  await assert.rejects(reading, { name: 'AbortError' });
});
