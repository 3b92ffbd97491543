import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { posterOutput, POSTER_FILE } from '#core/server/services/media/operations/poster.ts';
import { probe } from '#core/server/services/media/probe.ts';
import { untrustedInput } from '#core/server/services/media/runner.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

const MOST_WIDTH = 1_080;

/** Reads of a video what some platforms have to be told, since they do not find it out themselves. */
export interface VideoReader {
  /** How long it is. @throws ProviderFailure `refused` for a file that does not say */
  seconds(video: string, signal: AbortSignal): Promise<number>;
  /** A picture of its beginning, as JPEG. @throws ProviderFailure `refused` for a file without one */
  firstPicture(video: string, signal: AbortSignal): Promise<Blob>;
}

export function videoReader({ media, temporaryFolder }: Pick<ServerContext, 'media' | 'temporaryFolder'>): VideoReader {
  const { runner } = media;
  return {
    async seconds(video, signal) {
      const info = await probe(runner, video, signal);
      const seconds = info.video?.duration ?? info.duration;
      if (seconds === null) throw new ProviderFailure('refused', 'the video does not say how long it is');
      return seconds;
    },

    async firstPicture(video, signal) {
      const { video: stream } = await probe(runner, video, signal);
      if (stream === null) throw new ProviderFailure('refused', 'the video has no picture');
      const folder = await mkdtemp(join(temporaryFolder, 'cover-'));
      try {
        const width = Math.min(MOST_WIDTH, stream.displayWidth - (stream.displayWidth % 2));
        const args = [...untrustedInput(video), ...posterOutput(stream, width)];
        await runner.ffmpeg({ cwd: folder, signal, brief: true, args });
        return new Blob([await readFile(join(folder, POSTER_FILE))], { type: 'image/jpeg' });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
