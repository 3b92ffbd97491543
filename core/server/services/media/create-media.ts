import { createMediaRunner } from './ffmpeg-runner.ts';
import { createFileHasher } from './file-hash.ts';
import { createRenderGraph, type RenderGraphOptions } from './local-render-graph.ts';
import type { Media } from './media.ts';
import { findMediaTools } from './media-tools.ts';

/** Changes whenever a node of the same parameters would come out differently. */
const ENGINE = 'reelport-4';

export interface CreateMediaOptions extends Omit<RenderGraphOptions, 'engineVersion' | 'concurrency'> {
  /** Tool processes at once; the number of cores when absent. */
  slots?: number;
}

/** A media engine with what only its maker does. */
export interface OwnedMedia extends Media {
  /** Evicts cached outputs by age and size, those that machines share as well. */
  sweep(): Promise<{ removed: number }>;
  close(): Promise<void>;
}

/**
 * Puts the media engine together.
 * @throws expected `core:media.tool-missing`, `core:media.tool-lacks`
 */
export async function createMedia(options: CreateMediaOptions): Promise<OwnedMedia> {
  const { slots, ...graphOptions } = options;
  const tools = await findMediaTools({ cacheFolder: options.folder });
  const runner = createMediaRunner({ tools, slots });
  const engineVersion = `${ENGINE} ffmpeg ${tools.version}`;
  const graph = createRenderGraph({ ...graphOptions, engineVersion, concurrency: runner.slots });
  return {
    runner,
    graph,
    hasher: createFileHasher({ folder: options.folder }),
    sweep: () => graph.sweep(),
    close: () => graph.close(),
  };
}
