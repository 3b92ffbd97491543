import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { ProviderFailure, type ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';
import { assertVoice, listVoices } from '#plugins/mixing/server/preview/list-voices.ts';

const dubbing = { text: 'Free today.', language: 'en-US', speed: 1, tone: 0, volume: 1, voice: 'ada' };

/** A site whose speech service fails at what it is asked. */
function failing(kind: ProviderFailureKind, at: 'languages' | 'voices'): Parameters<typeof listVoices>[0] {
  const failed = () => Promise.reject(new ProviderFailure(kind, 'it is away'));
  const speaks = { version: '1', languages: async () => ['en-US'], speak: failed };
  const use = async () => ({ id: 'test', provider: { ...speaks, [at]: failed } });
  const inOrder = async () => [await use()];
  return { providers: { use, inOrder, titleOf: () => null }, use: () => undefined } as unknown as Parameters<
    typeof listVoices
  >[0];
}

const told = (code: string, kind: string) => (error: unknown) =>
  error instanceof ExpectedError && error.code === code && error.kind === kind;

test('whoever asks a speech service that fails for its voices is told what to do, as is who starts a run', async () => {
  const away = told('mixing:voice.unavailable', 'unavailable');
  for (const at of ['languages', 'voices'] as const) {
    const site = failing('unavailable', at);
    await assert.rejects(listVoices(site, { accountId: 'a', tag: 'en-US' }, 'en'), away);
    await assert.rejects(assertVoice(site, 'a', { dubbing }, 'en'), away);
  }
  const wrong = failing('configuration', 'voices');
  await assert.rejects(assertVoice(wrong, 'a', { dubbing }, 'en'), told('mixing:voice.configuration', 'invalid'));
});
