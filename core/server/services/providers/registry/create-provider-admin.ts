import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { settingsShape } from '#core/contract/plugin-settings.ts';
import { IN_ORDER, PROVIDER_KINDS, SEVERAL_AT_ONCE, type ProviderKind } from '#core/contract/provider-kinds.ts';
import { InvalidRequest } from '#core/server/ground/field-faults.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import { changeValues, shownValues } from '#core/server/services/settings/operator-values.ts';

import type { ProviderAdapter } from '../provider-adapter.ts';
import { checkAdapter } from './adapter-health.ts';
import { adapterBags, adapterShape, readAdapterSettings } from './adapter-settings.ts';
import type { OpenAdapter, OpenOptions } from './open-adapters.ts';
import { choiceSetting } from './provider-choice.ts';
import type { AdapterState, ListedAdapter, ListedKind, ProviderAdmin } from '../provider-admin.ts';
import type { ServiceRest, ServiceRests } from '../service-rests.ts';
import { tryOutOf } from './try-outs.ts';

/** Milliseconds that trying may take. */
const LIMIT = 60_000;

export interface ProviderAdminOptions extends OpenOptions {
  open: OpenAdapter;
  rests: ServiceRests;
  /** Where files lie while something is tried. */
  temporaryFolder: string;
}

/** What operators do with the adapters of a process. */
export function createProviderAdmin({
  adapters,
  settings,
  standing,
  rests,
  open,
  temporaryFolder,
}: ProviderAdminOptions): ProviderAdmin {
  const several = (kind: ProviderKind) => SEVERAL_AT_ONCE.some((known) => known === kind);
  const ordered = (kind: ProviderKind) => IN_ORDER.some((known) => known === kind);
  const find = (kind: ProviderKind, id: string): ProviderAdapter =>
    adapters.find(kind, id) ?? fail('core:provider.unknown', { provider: id }, { kind: 'not-found' });

  async function stateOf(adapter: ProviderAdapter): Promise<Pick<ListedAdapter, 'state' | 'missing'>> {
    const [plugin = ''] = adapter.id.split('.');
    const state = await standing(plugin);
    if (state !== 'serving') return { state, missing: [] };
    const read = await readAdapterSettings(settings, adapter);
    return 'missing' in read ? { state: 'incomplete', missing: read.missing } : { state: 'ready', missing: [] };
  }

  async function present(adapter: ProviderAdapter, resting: ReadonlyMap<string, ServiceRest>): Promise<ListedAdapter> {
    const { id, title, about = null, access = null, embedded = false } = adapter;
    const [plugin = ''] = id.split('.');
    const shape = adapter.settings === undefined ? null : adapterShape(adapter);
    return {
      ...{ id, plugin, title, about, access, embedded, shape, rest: resting.get(id) ?? null },
      ...(await stateOf(adapter)),
    };
  }

  async function listKind(kind: ProviderKind): Promise<ListedKind> {
    const choice = await settings.get(choiceSetting(kind));
    const embedded = adapters.embedded(kind);
    const inUse = choice?.adapters ?? (embedded === undefined ? [] : [embedded.id]);
    const resting = ordered(kind) ? await rests.of(kind) : new Map<string, ServiceRest>();
    const known = await Promise.all(adapters.of(kind).map((adapter) => present(adapter, resting)));
    const gone = inUse.filter((id) => adapters.find(kind, id) === undefined).map(lost);
    return {
      ...{ kind, several: several(kind), ordered: ordered(kind), choice, inUse },
      triable: tryOutOf(kind) !== undefined,
      // One of a plugin that was removed stays until the next start: it is shown only where it was chosen.
      adapters: [...known.filter(({ id, state }) => state !== 'gone' || inUse.includes(id)), ...gone],
    };
  }

  return {
    list: async () => await Promise.all(PROVIDER_KINDS.map(listKind)),

    async choose(kind, choice, actor) {
      const before = (await settings.get(choiceSetting(kind)))?.adapters ?? [];
      const unknown = choice.adapters.find((id) => !before.includes(id) && adapters.find(kind, id) === undefined);
      if (unknown !== undefined) fail('core:provider.unknown', { provider: unknown }, { kind: 'invalid' });
      if (choice.adapters.length > 1 && !several(kind) && !ordered(kind)) {
        fail('core:provider.unknown', { provider: choice.adapters.join(', ') }, { kind: 'invalid' });
      }
      await settings.set(choiceSetting(kind), choice, actor);
      await rests.end(kind);
    },

    async readSettings(kind, id) {
      const adapter = find(kind, id);
      return await shownValues(settings, adapterBags(adapter), adapterShape(adapter));
    },

    async writeSettings(kind, id, changes, actor) {
      const adapter = find(kind, id);
      await changeValues(settings, adapterBags(adapter), adapterShape(adapter), { changes, actor });
      // What was wrong may be mended.
      await rests.end(kind, id);
    },

    check: (kind, id) => checkAdapter(open, kind, id),

    async tryOutShape(kind, id, language) {
      const request = await tryOutOf(kind)?.request((await open(kind, id)).provider, language);
      return request === undefined ? null : settingsShape.parse(z.toJSONSchema(request, { io: 'input' }));
    },

    async tryOut(kind, id, given) {
      const tryOut = tryOutOf(kind) ?? fail('core:provider.unknown', { provider: id }, { kind: 'not-found' });
      const { provider } = await open(kind, id);
      const request = (await tryOut.request(provider, 'en')).safeParse(given);
      if (!request.success) {
        const issues = request.error.issues.map((issue) => ({ ...issue, path: ['values', ...issue.path] }));
        throw new InvalidRequest('body', issues);
      }
      const folder = join(temporaryFolder, temporaryName());
      await mkdir(folder, { recursive: true });
      try {
        return await tryOut.run(provider, request.data, { folder, signal: AbortSignal.timeout(LIMIT) });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

function lost(id: string): ListedAdapter {
  const [plugin = ''] = id.split('.');
  const state: AdapterState = 'gone';
  return {
    ...{ id, plugin, title: null, about: null, access: null, embedded: false, shape: null, rest: null },
    state,
    missing: [],
  };
}
