import { eq } from 'drizzle-orm';
import { z } from 'zod';

import type { SettingsDefinition } from '#core/contract/plugin-settings.ts';
import { readValues, type SettingsValues } from '#core/contract/settings-fields.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { coreAccountSettings } from './tables.ts';
import type { ServerSettingsChange, OperatorSettings, SettingDefinition } from './settings.ts';

/** A plugin's settings as its server half reads them, with defaults for those not set. */
export interface ServerSettings<D extends SettingsDefinition> {
  /**
   * The operators' settings, including secrets. Read from memory; a change on another node arrives within 2
   * seconds.
   */
  operator(): Promise<SettingsValues<D['operator']>>;
  /** The settings of one account. */
  account(accountId: string): Promise<SettingsValues<D['account']>>;
  /**
   * Calls the listener for changes on any node.
   * @returns a function that unsubscribes it
   */
  onChange(listener: (change: ServerSettingsChange) => void): () => void;
}

/**
 * The settings of a plugin, typed.
 * @param definition from `defineSettings`, named in the manifest
 * @throws TypeError when no manifest names it
 * @example const { apiKey } = await serverSettings(ctx, settings).operator();
 */
export function serverSettings<D extends SettingsDefinition>(
  { settings, db }: { settings: OperatorSettings; db: Pick<Tx, 'scope'> },
  definition: D,
): ServerSettings<D> {
  const { plugin } = definition;
  if (plugin === null) throw new TypeError('serverSettings: add these settings to definePlugin({ settings })');
  const { plain, secrets } = operatorBags(plugin);
  return {
    async operator() {
      const [plainValues, sealed] = await Promise.all([settings.get(plain), settings.get(secrets)]);
      return readValues(definition.operator, { ...sealed, ...plainValues }) as SettingsValues<D['operator']>;
    },
    async account(accountId) {
      const where = eq(coreAccountSettings.namespace, plugin);
      const row = await db.scope(accountId).find(coreAccountSettings, where);
      return readValues(definition.account, row?.values ?? {}) as SettingsValues<D['account']>;
    },
    onChange: (listener) => settings.onPluginChange(plugin, listener),
  };
}

const bagSchema = z.record(z.string(), z.json()).default({});
export type OperatorValues = z.output<typeof bagSchema>;

/** Where settings are stored: in plain form, and secrets encrypted at rest. */
export type OperatorBags = Record<'plain' | 'secrets', SettingDefinition<typeof bagSchema>>;

/** Where the operators' settings of a plugin are stored. */
export function operatorBags(plugin: string): OperatorBags {
  return {
    plain: { key: `plugin.${plugin}`, schema: bagSchema, secret: false },
    secrets: { key: `plugin.${plugin}.secrets`, schema: bagSchema, secret: true },
  };
}
