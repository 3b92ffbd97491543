import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { planesSize } from '#core/server/services/media/cut/planes.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import type { InpaintingService } from '#core/server/services/providers/inpainting.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { InUse } from '#core/server/services/providers/providers.ts';

import { removeOperation } from './remove-operation.ts';
import type { TextToRemove } from './removal-params.ts';
import { findTextOperation, readFoundText } from './shots/find-text-operation.ts';
import { shotNode } from './shots/shot-node.ts';
import { shotParts } from './shots/shot-parts.ts';

/** Bytes of the pictures that are sent at once, with their masks. */
const MOST_SENT = 400 * 1024 ** 2;
/** Pictures of a part, at least. */
const LEAST_FRAMES = 16;

export interface WantedRemoval {
  video: NodeSource;
  /** Seconds from which something is removed, more or less. */
  seconds: number;
  texts: readonly TextToRemove[];
}

/** What fills: the service in use. */
export type Filler = InUse<'inpainting'>;

/**
 * The service that operators have chosen to fill pictures.
 * @throws expected as `Providers.use`, `core:provider.failed`
 */
export async function fillerInUse({ providers }: Pick<ServerContext, 'providers'>): Promise<Filler> {
  try {
    return await providers.use('inpainting');
  } catch (error) {
    return failedWith(error, 'inpainting');
  }
}

/** @throws expected `core:provider.failed` for what a service says; else the error itself */
export function failedWith(error: unknown, provider: string): never {
  if (!(error instanceof ProviderFailure)) throw error;
  const kind = error.kind === 'unavailable' || error.kind === 'limited' ? 'unavailable' : 'invalid';
  return fail('core:provider.failed', { provider }, { kind, cause: error });
}

/**
 * The node that removes text from a video. Where a service fills it, its text is found first, which takes a while, and
 * each part of a shot is a node of its own: what was filled before work was interrupted is not sent again.
 * @param work while text is found
 */
export async function removalNode(
  { media }: Pick<ServerContext, 'media'>,
  { id, provider }: Filler,
  { video, seconds, texts }: WantedRemoval,
  work: { signal: AbortSignal; progress(done: number): void },
): Promise<RenderNode> {
  const params = { seconds, texts: [...texts] };
  if (provider.form === 'built-in') return media.node(removeOperation, params, { sources: [video] });
  const finding = media.node(findTextOperation, params, { sources: [video] });
  const found = await media.graph.make([finding], ([folder = '']) => readFoundText(folder), {
    ...{ signal: work.signal, onProgress: (done: number) => work.progress(done) },
  });
  const most = mostFrames(provider, found.seen);
  const shots = found.stretches.flatMap((stretch, number) =>
    shotParts(stretch, stretch, most).map((part) => ({ video, finding, found, stretch: number, part })),
  );
  const nodes = shots.map((shot) => shotNode(media, { id, service: provider }, shot));
  return media.node(
    removeOperation,
    { ...params, shots: shots.map(({ part: { wanted } }) => wanted) },
    { inputs: [finding, ...nodes], sources: [video] },
  );
}

function mostFrames(
  service: InpaintingService,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
): number {
  const bytes = planesSize(Math.max(2, right - left), Math.max(2, 2 * (bottom - top)));
  return Math.max(LEAST_FRAMES, Math.min(service.mostFrames, Math.floor(MOST_SENT / bytes)));
}
