import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import type { Media } from '#core/server/services/media/media.ts';
import { SOUND_FILE } from '#core/server/services/media/operations/sound-source.ts';
import { SAMPLE_RATE } from '#core/server/services/media/sound/common-sound.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import type { Providers } from '#core/server/services/providers/providers.ts';
import { voiceNode } from '#core/server/services/providers/voice-node.ts';

import type { MixProject } from '#plugins/mixing/project.ts';

/** A voice may be hurried by so much to fit the picture before the text is called too long. */
const MAX_HURRY = 1.5;

const WAV_HEADER = 78;

/**
 * Speaks the project's dubbing so that it fits the shortest output.
 * @param seconds length of the shortest output
 * @throws expected `mixing:dubbing-too-long`, `core:speech.language`
 */
export async function voiceOver(
  media: Media,
  providers: Pick<Providers, 'use'>,
  project: MixProject,
  seconds: number,
  signal?: AbortSignal,
): Promise<RenderNode | undefined> {
  const { dubbing } = project;
  if (dubbing === null) {
    return undefined;
  }
  const speech = await providers.use('speech');
  let speed = dubbing.speed;
  for (let attempt = 0; ; attempt++) {
    const { text, language, tone } = dubbing;
    const node = voiceNode(media.runner, speech, { text, language, tone, speed });
    const spoken = await media.graph.make(
      [node],
      async ([folder = '']) => ((await stat(join(folder, SOUND_FILE))).size - WAV_HEADER) / (SAMPLE_RATE * 4),
      { signal },
    );
    if (spoken <= seconds) {
      return node;
    }
    const needed = speed * (spoken / seconds) * 1.03;
    if (attempt === 3 || needed > dubbing.speed * MAX_HURRY) {
      fail('mixing:dubbing-too-long', { speech: Math.ceil(spoken), video: Math.floor(seconds) }, { kind: 'invalid' });
    }
    speed = Math.round(needed * 100) / 100;
  }
}
