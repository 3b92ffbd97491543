import { fail } from '#core/contract/errors.ts';

import type { Media } from '#core/server/services/media/media.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';

import { askAll } from './ask-all.ts';
import type { Ordered, Providers } from './providers.ts';

/**
 * The services in use that speak a language, in their order, for `tryInOrder`.
 * @throws expected `core:speech.language` (422), and as `Providers.use`
 */
export async function speakersOf(
  providers: Pick<Providers, 'inOrder'>,
  language: string,
): Promise<readonly Ordered<'speech'>[]> {
  const told = await askAll(await providers.inOrder('speech'), ({ provider }) => provider.languages());
  const speaking = told.filter(({ answer }) => answer.includes(language)).map(({ service }) => service);
  return speaking.length > 0 ? speaking : fail('core:speech.language', { language }, { kind: 'invalid' });
}

/** The languages that the services in use speak, together. @throws as `Providers.use`, and as `askAll` */
export async function spokenLanguages(providers: Pick<Providers, 'inOrder'>): Promise<readonly string[]> {
  const told = await askAll(await providers.inOrder('speech'), ({ provider }) => provider.languages());
  return [...new Set(told.flatMap(({ answer }) => answer))];
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
