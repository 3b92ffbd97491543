import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { partsOfVoice, serviceVoice, voiceMeant, voiceOfSex } from '#core/contract/voice-choice.ts';
import { askAll } from '#core/server/services/providers/ask-all.ts';
import { chosenSpeaker, chosenSpeakers, type SpeakerSources } from '#core/server/services/providers/chosen-voice.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { Ordered } from '#core/server/services/providers/providers.ts';

const speaking = (
  id: string,
  voices: readonly string[],
  sexes: Readonly<Record<string, 'female' | 'male'>> = {},
): Ordered<'speech'> => ({
  id,
  provider: {
    version: id,
    languages: async () => ['en-US'],
    voices: async () => voices.map((voice) => ({ id: voice, name: voice, sex: sexes[voice] ?? null })),
    speak: async () => undefined,
  },
  failed: async () => undefined,
  worked: async () => undefined,
});

/** Services in the operators' order. @param resting those that come last for now */
function sources(services: readonly Ordered<'speech'>[], resting: readonly string[] = []): SpeakerSources {
  const ordered = services.toSorted((a, b) => Number(resting.includes(a.id)) - Number(resting.includes(b.id)));
  const providers = { use: async () => services[0], inOrder: async () => ordered };
  return { providers: providers as unknown as SpeakerSources['providers'], cloned: undefined };
}

const harbour = speaking('harbour.voice', ['ada', 'both']);
const quay = speaking('quay.voice', ['bob', 'both', 'maker/model:carl']);
const inEnglish = (voice: string | null) => ({ voice, language: 'en-US' });

test('a choice names the service and its voice; one of before that names the voice alone', () => {
  assert.deepEqual(partsOfVoice(serviceVoice('quay.voice', 'maker/model:carl')), {
    ...{ service: 'quay.voice', voice: 'maker/model:carl' },
  });
  assert.deepEqual(partsOfVoice('maker/model:carl'), { service: null, voice: 'maker/model:carl' });
  assert.deepEqual(partsOfVoice('alloy'), { service: null, voice: 'alloy' });
});

test('what is chosen is found among the voices offered, also by the voice alone, and never by a part of its id', () => {
  const offered = ['harbour.voice/both', 'quay.voice/both', 'quay.voice/maker/model:carl', 'clone:1'].map((id) => ({
    id,
  }));
  const meant = (choice: string | null) => voiceMeant(offered, choice)?.id;
  assert.equal(meant('quay.voice/both'), 'quay.voice/both');
  assert.equal(meant('both'), 'harbour.voice/both');
  assert.equal(meant('maker/model:carl'), 'quay.voice/maker/model:carl');
  assert.equal(meant('clone:1'), 'clone:1');
  for (const gone of ['model:carl', 'quay.voice/ada', 'clone:2', null]) assert.equal(meant(gone), undefined);
});

test('a voice is spoken by its own service, wherever that stands in the order', async () => {
  const speaker = async (voice: string, resting: string[] = []) => {
    const said = await chosenSpeaker(sources([harbour, quay], resting), 'a', inEnglish(voice));
    return [said.speech.id, said.voice, said.isBound];
  };
  assert.deepEqual(await speaker('quay.voice/both'), ['quay.voice', 'both', true]);
  assert.deepEqual(await speaker('quay.voice/maker/model:carl'), ['quay.voice', 'maker/model:carl', true]);
  // Of before: the first service that has it, also while it rests.
  assert.deepEqual(await speaker('both', ['harbour.voice']), ['harbour.voice', 'both', true]);
  assert.deepEqual(await speaker('bob'), ['quay.voice', 'bob', true]);
  assert.deepEqual(await speaker('maker/model:carl'), ['quay.voice', 'maker/model:carl', true]);
  assert.deepEqual(await speaker('nobody'), ['harbour.voice', 'nobody', true]);
  await assert.rejects(
    chosenSpeaker(sources([harbour]), 'a', inEnglish('quay.voice/bob')),
    (error) => error instanceof ExpectedError && error.code === 'core:speech.voice',
  );
});

test('nobody stands in for a voice that was chosen; without one all may speak, in their order', async () => {
  const ids = async (voice: string | null) =>
    (await chosenSpeakers(sources([harbour, quay]), 'a', inEnglish(voice))).map(({ speech }) => speech.id);
  assert.deepEqual(await ids('bob'), ['quay.voice']);
  assert.deepEqual(await ids(null), ['harbour.voice', 'quay.voice']);
});

test('of a sex alone any service may speak but those that have the other only, in their order, and any at all where none is left', async () => {
  const pier = speaking('pier.voice', ['dan', 'eve'], { dan: 'male', eve: 'female' });
  const dock = speaking('dock.voice', ['fay'], { fay: 'female' });
  const spoken = async (sex: 'female' | 'male', ...services: Ordered<'speech'>[]) => {
    const speakers = await chosenSpeakers(sources(services), 'a', inEnglish(voiceOfSex(sex)));
    return speakers.map(({ speech, voice, isBound }) => [speech.id, voice, isBound]);
  };
  // What does not tell of its voices keeps its place: it may sound best of all.
  assert.deepEqual(await spoken('female', harbour, dock, pier), [
    ['harbour.voice', null, false],
    ['dock.voice', 'fay', false],
    ['pier.voice', 'eve', false],
  ]);
  assert.deepEqual(await spoken('male', dock, pier, harbour), [
    ['pier.voice', 'dan', false],
    ['harbour.voice', null, false],
  ]);
  assert.deepEqual(await spoken('male', dock), [['dock.voice', null, false]]);
  const { speech, voice } = await chosenSpeaker(
    sources([dock, pier].toReversed()),
    'a',
    inEnglish(voiceOfSex('female')),
  );
  assert.deepEqual([speech.id, voice], ['pier.voice', 'eve']);
  const offered = [
    { id: 'pier.voice/dan', sex: 'male' },
    { id: 'pier.voice/eve', sex: 'female' },
  ] as const;
  assert.equal(voiceMeant(offered, voiceOfSex('female'))?.id, 'pier.voice/eve');
  assert.equal(voiceMeant([offered[0]], voiceOfSex('female')), undefined);
});

test('of services that are asked the same, those that fail are left out, all that fail are told, and so is a fault', async () => {
  const down = new ProviderFailure('unavailable', 'down');
  const ask = (failing: Record<string, Error>) =>
    askAll([harbour, quay], async ({ id }) => {
      if (failing[id] !== undefined) throw failing[id];
      return id;
    });
  assert.deepEqual(
    (await ask({ 'harbour.voice': down })).map(({ answer }) => answer),
    ['quay.voice'],
  );
  await assert.rejects(ask({ 'harbour.voice': down, 'quay.voice': new ProviderFailure('refused', 'no') }), /down/);
  await assert.rejects(ask({ 'quay.voice': new TypeError('a bug') }), /a bug/);
});
