import { operatorBags } from '#core/server/services/settings/plugin-settings.ts';
import type { Settings } from '#core/server/services/settings/settings.ts';

import type { ProviderAdapter } from '../provider-adapter.ts';

/** Complete settings of an adapter, or the names of the fields that are missing or wrong. */
export type AdapterSettings = { values: Record<string, unknown> } | { missing: string[] };

/** Where the settings of an adapter are kept: with those of its plugin, so that they go with it. */
export function adapterBags({ kind, id }: Pick<ProviderAdapter, 'kind' | 'id'>) {
  const [plugin = '', name = ''] = id.split('.');
  return operatorBags(`${plugin}.provider.${kind}.${name}`);
}

/** Reads what operators have filled in for an adapter. */
export async function readAdapterSettings(settings: Settings, adapter: ProviderAdapter): Promise<AdapterSettings> {
  const schema = adapter.settings;
  if (schema === undefined) return { values: {} };
  const bags = adapterBags(adapter);
  const [plain, secrets] = await Promise.all([settings.get(bags.plain), settings.get(bags.secrets)]);
  const known = Object.entries({ ...secrets, ...plain }).filter(([key]) => Object.hasOwn(schema.shape, key));
  const read = schema.safeParse(Object.fromEntries(known));
  if (read.success) return { values: read.data };
  return { missing: [...new Set(read.error.issues.map(({ path }) => String(path[0] ?? '')))] };
}
