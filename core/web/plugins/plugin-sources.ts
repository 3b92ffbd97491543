import type { Envelope } from '#core/contract/envelope.ts';
import type { PluginEntry, PluginSource } from '#core/contract/plugin-index.ts';

import { LoadFailure } from './load-failure.ts';
import { token } from '../token.ts';

/** Where the browser halves of plugins from outside come from, and what they were granted. */
export interface PluginSources {
  /**
   * Reads what loading a plugin takes, once for each revision of it.
   * @throws LoadFailure that passes when the server was not reached, or says another thing than the index did
   */
  of(entry: PluginEntry): Promise<PluginSource>;
}

/** The kernel's own; no plugin has it. */
export const PLUGIN_SOURCES = token<PluginSources>('plugin-sources', 1);

const MILLISECONDS = 30_000;

/** Makes the {@link PluginSources} of a page. @param accessToken of who is logged in, or null */
export function createPluginSources(accessToken: () => string | null): PluginSources {
  const known = new Map<string, { revision: string; source: Promise<PluginSource> }>();

  return {
    of({ manifest: { id }, source: mark }) {
      const revision = mark?.revision ?? '';
      const before = known.get(id);
      if (before?.revision === revision) return before.source;
      const source = read(id, revision, accessToken());
      known.set(id, { revision, source });
      source.catch(() => {
        if (known.get(id)?.source === source) known.delete(id);
      });
      return source;
    },
  };
}

/** Made without the machinery of other calls: texts of a plugin are fetched while that may not be loaded yet. */
async function read(id: string, revision: string, accessToken: string | null): Promise<PluginSource> {
  const address = `/api/plugins/${encodeURIComponent(id)}/source`;
  const headers: HeadersInit = accessToken === null ? {} : { authorization: `Bearer ${accessToken}` };
  let source: PluginSource;
  try {
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(MILLISECONDS) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    // The server holds its answers to the call's schema.
    source = ((await answer.json()) as Envelope<PluginSource>).data;
  } catch (cause) {
    throw new LoadFailure('import', `where plugin "${id}" comes from could not be read`, { isPassing: true, cause });
  }
  // The index that is on its way knows the other one.
  if (source.revision === revision) return source;
  throw new LoadFailure('import', `plugin "${id}" has just become another one`, { isPassing: true });
}
