import type { Logger } from 'pino';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { ProviderKind, SeveralKind, SingleKind } from '#core/contract/provider-kinds.ts';
import type { OperatorSettings } from '#core/server/services/settings/settings.ts';

import type { ProviderAdapter } from '../provider-adapter.ts';
import type { InUse, Providers } from '../providers.ts';
import { AdapterList } from './adapter-list.ts';
import { createProviderAdmin } from './create-provider-admin.ts';
import { createOpener } from './open-adapters.ts';
import type { PluginStanding } from './plugin-standing.ts';
import { choiceSetting } from './provider-choice.ts';

export interface ProvidersOptions {
  settings: OperatorSettings;
  /** Whether a plugin's adapters can be used. */
  standing(plugin: string): Promise<PluginStanding>;
  log: Logger;
  /** Where files lie while an operator tries a service. */
  temporaryFolder: string;
}

/** {@link Providers} with what the process needs that fills them. */
export interface ProvidersService extends Providers {
  /**
   * Adds what a plugin brings, in place of what it brought before.
   * @throws TypeError when an adapter is not well formed
   */
  register(plugin: string, adapters: readonly ProviderAdapter[]): void;
}

/** The services of a process; plugins register their adapters, and the operators' settings choose among them. */
export function createProviders({ settings, standing, log, temporaryFolder }: ProvidersOptions): ProvidersService {
  const adapters = new AdapterList();
  const open = createOpener({ adapters, settings, standing });

  async function idsOf(kind: ProviderKind): Promise<{ ids: readonly string[]; standIn: string | undefined }> {
    const choice = await settings.get(choiceSetting(kind));
    const embedded = adapters.embedded(kind)?.id;
    if (choice === null) return { ids: embedded === undefined ? [] : [embedded], standIn: undefined };
    return { ids: choice.adapters, standIn: choice.orEmbedded ? embedded : undefined };
  }

  return {
    admin: createProviderAdmin({ adapters, settings, standing, open, temporaryFolder }),
    register: (plugin, brought) => adapters.set(plugin, brought),

    async use<K extends SingleKind>(kind: K): Promise<InUse<K>> {
      const { ids, standIn } = await idsOf(kind);
      const [id] = ids;
      if (id === undefined) fail(`core:provider.none-${kind}`, {}, { kind: 'unavailable' });
      try {
        return await open(kind, id);
      } catch (error) {
        if (standIn === undefined || standIn === id) throw error;
        log.warn(
          { err: error, kind, provider: id, standIn },
          'a chosen service cannot be used; the built-in one stands in',
        );
        return await open(kind, standIn);
      }
    },

    async standIn<K extends SingleKind>(kind: K): Promise<InUse<K> | null> {
      const { ids, standIn } = await idsOf(kind);
      return standIn === undefined || ids.includes(standIn) ? null : await open(kind, standIn);
    },

    async one<K extends SeveralKind>(kind: K, id: string): Promise<InUse<K>> {
      const { ids } = await idsOf(kind);
      if (!ids.includes(id)) fail('core:provider.unused', { provider: id }, { kind: 'unavailable' });
      return await open(kind, id);
    },

    async every<K extends SeveralKind>(kind: K): Promise<InUse<K>[]> {
      const { ids } = await idsOf(kind);
      const opened = await Promise.all(
        ids.map(async (id) => {
          try {
            return [await open(kind, id)];
          } catch (error) {
            const level = error instanceof ExpectedError ? 'warn' : 'error';
            log[level]({ err: error, kind, provider: id }, 'a chosen service cannot be used');
            return [];
          }
        }),
      );
      return opened.flat();
    },
  };
}
