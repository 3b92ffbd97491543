import type { Envelope } from '#core/contract/envelope.ts';
import type { PluginEntry, PluginSource } from '#core/contract/plugin-index.ts';

import { LoadFailure } from './load-failure.ts';
import { token } from '../token.ts';

/** Where the browser halves of external plugins come from, and what they were granted. */
export interface PluginSources {
  /**
   * Fetches what loading a plugin needs, once for each of its revisions.
   * @throws LoadFailure that is passing when the server was unreachable or its response does not match the index
   */
  of(entry: PluginEntry): Promise<PluginSource>;
}

/** For the kernel only; no plugin gets it. */
export const PLUGIN_SOURCES = token<PluginSources>('plugin-sources', 1);

const MILLISECONDS = 30_000;

/** Creates the {@link PluginSources} of a page. @param accessToken the user's token, or null */
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

/** Uses fetch directly: a plugin's texts may be needed before the HTTP client has been loaded. */
async function read(id: string, revision: string, accessToken: string | null): Promise<PluginSource> {
  const address = `/api/plugins/${encodeURIComponent(id)}/source`;
  const headers: HeadersInit = accessToken === null ? {} : { authorization: `Bearer ${accessToken}` };
  let source: PluginSource;
  try {
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(MILLISECONDS) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    // The server validates its responses against the call's schema.
    source = ((await answer.json()) as Envelope<PluginSource>).data;
  } catch (cause) {
    throw new LoadFailure('import', `where plugin "${id}" comes from could not be read`, { isPassing: true, cause });
  }
  // The new index, which is on its way, has the other revision.
  if (source.revision === revision) return source;
  throw new LoadFailure('import', `plugin "${id}" has just become another one`, { isPassing: true });
}
