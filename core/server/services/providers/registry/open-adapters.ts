import { isDeepStrictEqual } from 'node:util';

import { fail } from '#core/contract/errors.ts';
import type { ProviderKind } from '#core/contract/provider-kinds.ts';
import type { OperatorSettings } from '#core/server/services/settings/settings.ts';

import type { ProviderAdapter } from '../provider-adapter.ts';
import type { InUse } from '../providers.ts';
import { readAdapterSettings } from './adapter-settings.ts';
import type { AdapterList } from './adapter-list.ts';
import type { PluginStanding } from './plugin-standing.ts';

export interface OpenOptions {
  adapters: AdapterList;
  settings: OperatorSettings;
  standing(plugin: string): Promise<PluginStanding>;
}

/** Opens an adapter by its name. @throws expected as `Providers.use` says */
export type OpenAdapter = <K extends ProviderKind>(kind: K, id: string) => Promise<InUse<K>>;

/** Opens adapters on first use, and again when they or their settings have changed or opening has failed. */
export function createOpener({ adapters, settings, standing }: OpenOptions): OpenAdapter {
  const opened = new Map<string, { adapter: ProviderAdapter; values: unknown; provider: Promise<unknown> }>();

  return async <K extends ProviderKind>(kind: K, id: string): Promise<InUse<K>> => {
    const options = { kind: 'unavailable' } as const;
    const [plugin = ''] = id.split('.');
    const state = await standing(plugin);
    const adapter = adapters.find(kind, id);
    if (state === 'disabled') fail('core:provider.disabled', { provider: id }, options);
    if (state === 'stopped') fail('core:provider.stopped', { provider: id }, options);
    if (state === 'gone' || adapter === undefined) fail('core:provider.gone', { provider: id }, options);
    const read = await readAdapterSettings(settings, adapter);
    if ('missing' in read) {
      fail('core:provider.incomplete', { provider: id, fields: read.missing.join(', ') }, options);
    }
    const key = `${kind} ${id}`;
    let entry = opened.get(key);
    if (entry?.adapter !== adapter || !isDeepStrictEqual(entry.values, read.values)) {
      const made = { adapter, values: read.values, provider: (async () => adapter.open(read.values))() };
      entry = made;
      opened.set(key, made);
      made.provider.catch(() => {
        if (opened.get(key) === made) opened.delete(key);
      });
    }
    // The adapter says of which kind it is, and its kind what it opens.
    return { id, provider: (await entry.provider) as InUse<K>['provider'] };
  };
}
