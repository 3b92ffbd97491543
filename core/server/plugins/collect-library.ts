import type { MaterialLibrary } from '#core/server/services/library/library.ts';

import type { ServerContext } from './context.ts';
import type { ServerPlugin } from './server-plugin.ts';

/**
 * The library that one of the plugins provides; when none does, one that throws a TypeError on every use.
 * @throws TypeError when two plugins provide one
 */
export function collectLibrary(plugins: readonly ServerPlugin[], ctx: ServerContext): MaterialLibrary {
  const [provider, second] = plugins.filter(({ library }) => library !== undefined);
  if (second !== undefined) {
    throw new TypeError(
      `the plugins "${provider?.manifest.id}" and "${second.manifest.id}" both provide the library; install one of them`,
    );
  }
  return provider?.library?.(ctx) ?? NO_LIBRARY;
}

function missing(): never {
  throw new TypeError('ctx.library: no installed plugin provides a library; add `library` to its server half');
}

const NO_LIBRARY: MaterialLibrary = {
  adopt: async () => missing(),
  find: async () => missing(),
  fingerprints: async () => missing(),
  learnFootage: async () => missing(),
  noteMixed: async () => missing(),
  folder: async () => missing(),
};
