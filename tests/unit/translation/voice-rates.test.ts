import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { SpokenLine } from '#plugins/translation/server/dubbing/speak-lines.ts';
import { letterRate, measureRates } from '#plugins/translation/server/measured-rates.ts';
import { orNone } from '#plugins/translation/server/or-none.ts';

test('how fast a voice is counts by the service that spoke, and once it has spoken for ten seconds', () => {
  const said = (speaker: string, service: string, milliseconds: number): SpokenLine => {
    const [place, line] = [{} as SpokenLine['place'], { cue: 'c', start: 0, end: 1, speaker, text: 'abcde' }];
    const node = {} as Extract<NonNullable<SpokenLine['spoken']>, { node: unknown }>['node'];
    return { line, milliseconds, place, spoken: { node, milliseconds, transcript: null, service } };
  };
  const silent: SpokenLine = { ...said('', 'one', 1), spoken: { fault: 'empty' } };
  const lines = [said('', 'one', 6_000), said('B', 'two', 500), silent, said('', 'one', 4_000)];
  const rates = measureRates(lines, { voice: null, speakers: { B: 'clone:b' } });
  assert.deepEqual(rates, [
    { engine: 'one', voice: null, letters: 10, milliseconds: 10_000 },
    { engine: 'two', voice: 'clone:b', letters: 5, milliseconds: 500 },
  ]);
  assert.deepEqual(rates.map(letterRate), [1, null]);
});

test('nobody who is to speak, and a service of voices that fails, keep no line from being translated', async () => {
  assert.equal(await orNone(Promise.reject(new ProviderFailure('unavailable', 'gone'))), undefined);
  assert.equal(await orNone(Promise.reject(new ExpectedError('voices:missing', {}, { kind: 'not-found' }))), undefined);
  assert.equal(await orNone(Promise.resolve(1)), 1);
  await assert.rejects(orNone(Promise.reject(new TypeError('a mistake'))), TypeError);
});
