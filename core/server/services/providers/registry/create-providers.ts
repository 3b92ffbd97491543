import type { Logger } from 'pino';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { OrderedKind, ProviderKind, SeveralKind, SingleKind } from '#core/contract/provider-kinds.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { OperatorSettings } from '#core/server/services/settings/settings.ts';

import type { ProviderAdapter } from '../provider-adapter.ts';
import type { InUse, Ordered, Providers } from '../providers.ts';
import { restAfter, type ServiceRests } from '../service-rests.ts';
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
  clock: Clock;
  rests: ServiceRests;
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
export function createProviders(options: ProvidersOptions): ProvidersService {
  const { settings, standing, log, clock, rests, temporaryFolder } = options;
  const adapters = new AdapterList();
  const open = createOpener({ adapters, settings, standing });

  async function idsOf(kind: ProviderKind): Promise<{ ids: readonly string[]; standIn: string | undefined }> {
    const choice = await settings.get(choiceSetting(kind));
    const embedded = adapters.embedded(kind)?.id;
    if (choice === null) return { ids: embedded === undefined ? [] : [embedded], standIn: undefined };
    return { ids: choice.adapters, standIn: choice.orEmbedded ? embedded : undefined };
  }

  /** Those that can be used, as operators have ordered them. @throws why the first one cannot, where none can */
  async function* usable<K extends SingleKind>(kind: K): AsyncGenerator<InUse<K>, undefined> {
    const { ids, standIn } = await idsOf(kind);
    const all = standIn === undefined || ids.length === 0 || ids.includes(standIn) ? ids : [...ids, standIn];
    let failure: { error: unknown } | undefined;
    let isFound = false;
    for (const [place, id] of all.entries()) {
      try {
        const opened = await open(kind, id);
        isFound = true;
        yield opened;
      } catch (error) {
        failure ??= { error };
        const next = all[place + 1];
        if (next !== undefined) {
          log.warn({ err: error, kind, provider: id, next }, 'a chosen service cannot be used; the next one stands in');
        }
      }
    }
    if (!isFound && failure !== undefined) throw failure.error;
    return undefined;
  }

  return {
    admin: createProviderAdmin({ adapters, settings, standing, rests, open, temporaryFolder }),
    titleOf: (kind, id) => adapters.find(kind, id)?.title ?? null,
    register: (plugin, brought) => adapters.set(plugin, brought),

    async use<K extends SingleKind>(kind: K): Promise<InUse<K>> {
      const { value } = await usable(kind).next();
      return value ?? fail(`core:provider.none-${kind}`, {}, { kind: 'unavailable' });
    },

    async inOrder<K extends OrderedKind>(kind: K): Promise<Ordered<K>[]> {
      const found: InUse<K>[] = [];
      for await (const each of usable(kind)) found.push(each);
      if (found.length === 0) fail(`core:provider.none-${kind}`, {}, { kind: 'unavailable' });
      const resting = await rests.of(kind);
      const ordered = found.toSorted((a, b) => Number(resting.has(a.id)) - Number(resting.has(b.id)));
      return ordered.map((each): Ordered<K> => ({
        ...each,
        async failed(failure, error) {
          log.warn({ err: error, kind, provider: each.id }, 'a service has failed');
          const rest = failure === null ? null : restAfter(failure, clock.now());
          if (rest !== null) await rests.begin(kind, each.id, rest);
        },
        async worked() {
          if (resting.has(each.id)) await rests.end(kind, each.id);
        },
      }));
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
