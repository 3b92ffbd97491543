import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { createMedia } from '#core/server/services/media/create-media.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import { speakLines } from '#plugins/translation/server/dubbing/speak-lines.ts';
import { music, RATE, wavOf } from '#tests/fixtures/words/pcm.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';

const folder = await temporaryFolder();
const media = await createMedia({ folder: join(folder, 'cache') });
after(() => media.close());

test('once a service fails, no more lines are sent to it', async () => {
  const said: string[] = [];
  const provider = {
    version: '1',
    languages: async () => ['en-US'],
    async speak({ text }: { text: string }, path: string) {
      said.push(text);
      if (said.length > 3) throw new ProviderFailure('unavailable', 'it is gone');
      await writeFile(path, wavOf(music(RATE / 2, said.length)));
    },
  };
  const lines = Array.from({ length: 30 }, (_, at) => ({
    ...{ cue: `c${at}`, start: at * 2_000, end: at * 2_000 + 1_500, speaker: '', text: `Line ${at}` },
  }));
  const choice = { voice: null, speakers: {}, under: 0.12, slow: false };
  const { signal } = new AbortController();
  const speaking = {
    speakerOf: async () => ({ speech: { id: 'gone', provider }, voice: null, isBound: false }),
    language: 'en-US',
    signal,
  };
  await assert.rejects(
    speakLines({ media }, speaking, { lines, choice, total: 60_000 }, () => undefined),
    { code: 'translation:dub.unavailable' },
  );
  assert.ok(said.length > 3 && said.length <= 3 + 4, `${said.length} lines were sent`);
});
