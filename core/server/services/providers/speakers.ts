import { fail } from '#core/contract/errors.ts';

import type { Media } from '#core/server/services/media/media.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';

import type { Ordered, Providers } from './providers.ts';
import { mayAnother } from './try-in-order.ts';

/**
 * The services in use that speak a language, in their order, for `tryInOrder`.
 * @throws expected `core:speech.language` (422), and as `Providers.use`
 */
export async function speakersOf(
  providers: Pick<Providers, 'inOrder'>,
  language: string,
): Promise<readonly Ordered<'speech'>[]> {
  const speaking: Ordered<'speech'>[] = [];
  let failure: { error: unknown } | undefined;
  for (const service of await providers.inOrder('speech')) {
    try {
      if ((await service.provider.languages()).includes(language)) speaking.push(service);
    } catch (error) {
      if (!mayAnother(error)) throw error;
      failure ??= { error };
    }
  }
  if (speaking.length > 0) return speaking;
  if (failure !== undefined) throw failure.error;
  return fail('core:speech.language', { language }, { kind: 'invalid' });
}

/** The languages that the services in use speak, together. @throws as `Providers.use` */
export async function spokenLanguages(providers: Pick<Providers, 'inOrder'>): Promise<readonly string[]> {
  const all = await providers.inOrder('speech');
  return [...new Set((await Promise.all(all.map(({ provider }) => provider.languages()))).flat())];
}

/** The first service whose work is known already. */
export async function firstKnown<S>(
  { graph }: Pick<Media, 'graph'>,
  services: readonly S[],
  nodeOf: (service: S) => RenderNode,
): Promise<S | undefined> {
  for (const service of services) {
    if ((await graph.recall(nodeOf(service), () => Promise.resolve(true))) === true) return service;
  }
  return undefined;
}
