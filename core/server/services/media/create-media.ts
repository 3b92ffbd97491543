import { createMediaRunner } from './ffmpeg-runner.ts';
import { createFileHasher } from './file-hash.ts';
import { createRenderGraph, type RenderGraphOptions } from './local-render-graph.ts';
import type { Media } from './media.ts';
import { createEffectRegistry, type EffectRegistry } from './effect-registry.ts';
import { findMediaTools } from './media-tools.ts';
import { createOperationRegistry, type OperationRegistry } from './operation-registry.ts';

/** Must change whenever the same node parameters would produce a different output. */
const ENGINE = 'reelport-4';

export interface CreateMediaOptions extends Omit<RenderGraphOptions, 'engineVersion' | 'concurrency'> {
  /** The most tool processes at once; the number of cores by default. */
  slots?: number;
}

/** A media engine, with the methods that only its creator needs. */
export interface OwnedMedia extends Media {
  readonly operations: OperationRegistry;
  readonly effects: EffectRegistry;
  /** Evicts cached outputs by age and size, in the store shared between machines too. */
  sweep(): Promise<{ removed: number }>;
  close(): Promise<void>;
}

/**
 * Creates the media engine.
 * @throws expected `core:media.tool-missing`, `core:media.tool-lacks`
 */
export async function createMedia(options: CreateMediaOptions): Promise<OwnedMedia> {
  const { slots, ...graphOptions } = options;
  const tools = await findMediaTools({ cacheFolder: options.folder });
  const runner = createMediaRunner({ tools, slots });
  const engineVersion = `${ENGINE} ffmpeg ${tools.version}`;
  const graph = createRenderGraph({ ...graphOptions, engineVersion, concurrency: runner.slots });
  const operations = createOperationRegistry(runner);
  return {
    runner,
    graph,
    operations,
    effects: createEffectRegistry(),
    node: operations.node,
    hasher: createFileHasher({ folder: options.folder }),
    sweep: () => graph.sweep(),
    close: () => graph.close(),
  };
}
