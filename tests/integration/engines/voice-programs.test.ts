import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';

import type { Media } from '#core/server/services/media/media.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import type { SpeechRequest } from '#core/server/services/providers/speech.ts';
import type { SpeechContext } from '#plugins/engines/server/speech/connected-speech.ts';
import { festivalSpeech } from '#plugins/engines/server/speech/festival-speech.ts';
import { fliteSpeech } from '#plugins/engines/server/speech/flite-speech.ts';
import { narrowText } from '#plugins/engines/server/speech/narrow-text.ts';
import { realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';

let folder: string;
let ctx: SpeechContext;
const program = (name: string): string => join(folder, name);
before(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder, 'work'));
  // Of the media engine, these voices use the runner only.
  ctx = { media: { runner: await realRunner(folder) } as Media, temporaryFolder: join(folder, 'work') };
  for (const name of ['flite', 'festival', 'text2wave']) {
    await copyFile(new URL('../../fixtures/speech/voice-program.mjs', import.meta.url), program(name));
    await chmod(program(name), 0o755);
  }
});

async function say(provider: Opened<'speech'>, more: Partial<SpeechRequest> = {}, signal?: AbortSignal) {
  const path = join(folder, `${crypto.randomUUID()}.wav`);
  await provider.speak({ text: 'Free shipping', language: 'en-US', speed: 1, tone: 0, ...more }, path, signal);
  const wav = await readFile(path);
  return (wav.length - 44) / 96_000;
}
const told = async (name: string): Promise<unknown> => JSON.parse(await readFile(program(`${name}.told`), 'utf8'));
const near = (found: number, wanted: number) =>
  assert.ok(Math.abs(found - wanted) < 0.1 * wanted, `${found}, not about ${wanted}`);

test('flite reads English with its voices, as fast as it is told', async () => {
  const flite = await fliteSpeech(ctx, program('flite'));
  assert.deepEqual([await flite.languages(), flite.isRobotic], [['en-US'], true]);
  assert.deepEqual(
    (await flite.voices?.('en-US'))?.map(({ id, sex }) => [id, sex]),
    [
      ['slt', 'female'],
      ['rms', 'male'],
      ['awb', 'male'],
      ['kal16', 'male'],
      ['kal', 'male'],
    ],
  );
  near(await say(flite, { text: '“Café” — 10 €' }), '"Cafe"  -  10  '.length / 20);
  assert.deepEqual(await told('flite'), { voice: 'slt', text: '"Cafe"  -  10  ' });
  near(await say(flite, { speed: 2, voice: 'rms' }), 'Free shipping'.length / 40);
  assert.deepEqual(await told('flite'), { voice: 'rms', text: 'Free shipping' });
  await assert.rejects(say(flite, { voice: 'awb_time' }), { code: 'core:speech.voice' });
  await assert.rejects(say(flite, { language: 'fr-FR' }), { code: 'core:speech.language' });
});

test('festival reads what its voices speak, each in its own encoding', async () => {
  const festival = await festivalSpeech(ctx, { festival: program('festival'), text2wave: program('text2wave') });
  assert.deepEqual(await festival.languages(), ['cs-CZ', 'en-US', 'it-IT']);
  assert.deepEqual(await festival.voices?.('it-IT'), [{ id: 'lp_diphone', name: 'lp_diphone', sex: 'female' }]);
  await say(festival, { text: 'Příliš žluťoučký', language: 'cs-CZ', speed: 0.5 });
  assert.deepEqual(await told('text2wave'), {
    voice: "(begin (voice_czech_ph) (Parameter.set 'Duration_Stretch 2.000))",
    text: Buffer.from(narrowText('Příliš žluťoučký', 'iso-8859-2')).toString('latin1'),
  });
  await say(festival, { text: 'Perché no', language: 'it-IT' });
  assert.match(JSON.stringify(await told('text2wave')), /Perché no/);
  assert.deepEqual([...narrowText('ř€é', 'iso-8859-2')], [0xf8, 32, 0xe9]);
});

test('a program that says nothing, crashes or hangs is a failure, and leaves nothing behind', async () => {
  const flite = await fliteSpeech(ctx, program('flite'));
  const festival = await festivalSpeech(ctx, { festival: program('festival'), text2wave: program('text2wave') });
  for (const provider of [flite, festival]) {
    for (const text of ['mute', 'crash']) await assert.rejects(say(provider, { text }), { code: 'core:speech.failed' });
    await assert.rejects(say(provider, { text: 'hang' }, AbortSignal.timeout(300)), { name: 'AbortError' });
  }
  assert.deepEqual(await readdir(join(folder, 'work')), []);
});

test('a program that is not installed says what to install', async () => {
  const nowhere = program('nowhere');
  await assert.rejects(fliteSpeech(ctx, nowhere), { code: 'engines:flite.missing' });
  await assert.rejects(festivalSpeech(ctx, { festival: nowhere }), { code: 'engines:festival.missing' });
  await assert.rejects(festivalSpeech(ctx, { festival: '/bin/echo' }), { code: 'engines:festival.no-voices' });
  const festival = await festivalSpeech(ctx, { festival: program('festival'), text2wave: nowhere });
  await assert.rejects(say(festival), { code: 'engines:festival.missing' });
});

const isInstalled = (name: string, path: string | undefined): boolean =>
  spawnSync(path ?? name, ['--version']).error === undefined;
test('real flite and festival are heard', { skip: !isInstalled('flite', process.env['FLITE_PATH']) }, async () => {
  const flite = await fliteSpeech(ctx);
  assert.ok((await say(flite, { text: 'A pile of clips becomes fifty videos.' })) > 1);
  if (!isInstalled('festival', process.env['FESTIVAL_PATH'])) return;
  const festival = await festivalSpeech(ctx);
  for (const language of await festival.languages()) {
    assert.ok((await say(festival, { text: 'La nave lascia il porto, ma domani.', language })) > 0.8, language);
  }
});
