import { z } from 'zod';

import { settingsShape, type SettingsShape } from '#core/contract/plugin-settings.ts';
import { providersChanged } from '#core/contract/providers-changed.ts';
import { isSecret } from '#core/contract/settings-fields.ts';
import {
  operatorBags,
  type OperatorBags,
  type OperatorValues,
} from '#core/server/services/settings/server-settings.ts';
import type { OperatorSettings } from '#core/server/services/settings/settings.ts';

import type { ProviderAdapter } from '../provider-adapter.ts';

/** Complete settings of an adapter, or the names of the fields that are missing or wrong. */
export type AdapterSettings = { values: Record<string, unknown> } | { missing: string[] };

/** Where the settings of an adapter are kept: with those of its plugin, so that they go with it. */
export function adapterBags({ kind, id }: Pick<ProviderAdapter, 'kind' | 'id'>): OperatorBags {
  const [plugin = '', name = ''] = id.split('.');
  const { plain, secrets } = operatorBags(`${plugin}.provider.${kind}.${name}`);
  return { plain: { ...plain, changed: providersChanged }, secrets: { ...secrets, changed: providersChanged } };
}

/** Sets all settings of an adapter at once, as its schema takes them; fields that are not named lose their value. */
export async function replaceAdapterSettings(
  settings: OperatorSettings,
  adapter: Pick<ProviderAdapter, 'kind' | 'id' | 'settings'>,
  values: Readonly<Record<string, unknown>>,
  actor: string,
): Promise<void> {
  const shape = adapterShape(adapter);
  const bags = adapterBags(adapter);
  // What a schema reads from JSON is JSON.
  const part = (isSealed: boolean) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => isSecret(shape, key) === isSealed)) as OperatorValues;
  await settings.set(bags.plain, part(false), actor);
  await settings.set(bags.secrets, part(true), actor);
}

/** The settings of an adapter as data, for a form. */
export function adapterShape({ settings }: Pick<ProviderAdapter, 'settings'>): SettingsShape {
  return settings === undefined
    ? { type: 'object', properties: {} }
    : settingsShape.parse(z.toJSONSchema(settings, { io: 'input' }));
}

/** Reads what operators have filled in for an adapter. */
export async function readAdapterSettings(
  settings: OperatorSettings,
  adapter: ProviderAdapter,
): Promise<AdapterSettings> {
  const schema = adapter.settings;
  if (schema === undefined) return { values: {} };
  const bags = adapterBags(adapter);
  const [plain, secrets] = await Promise.all([settings.get(bags.plain), settings.get(bags.secrets)]);
  const known = Object.entries({ ...secrets, ...plain }).filter(([key]) => Object.hasOwn(schema.shape, key));
  const read = schema.safeParse(Object.fromEntries(known));
  if (read.success) return { values: read.data };
  return { missing: [...new Set(read.error.issues.map(({ path }) => String(path[0] ?? '')))] };
}
