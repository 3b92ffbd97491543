import type { FileHasher } from './file-hash.ts';
import type { EffectRegistry } from './effect-registry.ts';
import type { MakeNode } from './operation-registry.ts';
import type { RenderGraph } from './render-graph.ts';
import type { MediaRunner } from './runner.ts';

/** The media engine: one hardened ffmpeg runner, one render graph with its cache. */
export interface Media {
  readonly runner: MediaRunner;
  readonly graph: RenderGraph;
  /** Makes a node of an operation that a plugin has registered. */
  readonly node: MakeNode;
  /** What the plugins of this process can do to the pictures of a shot. */
  readonly effects: Pick<EffectRegistry, 'list' | 'find'>;
  readonly hasher: FileHasher;
}
