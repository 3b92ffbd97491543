import { operatorSettingsChanged } from '#core/contract/kernel-events.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import type { SettingsShape } from '#core/contract/plugin-settings.ts';
import { isSecret } from '#core/contract/settings-fields.ts';
import type { Database, Tx } from '#core/server/ground/database/database.ts';
import type { ServerEvents } from '#core/server/services/events/events.ts';

import { checkSettings } from './check-settings.ts';
import { operatorBags, type OperatorBags, type OperatorValues } from './server-settings.ts';
import { PLUGIN_SETTINGS_CHANGED, type OperatorSettings } from './settings.ts';

/** Shown to operators in place of a secret that is set. */
export const SET_SECRET = { set: true } as const;

/** The operators' settings of a plugin, without any value that is secret or was secret when it was set. */
export async function publicOperatorValues(
  { settings }: { settings: OperatorSettings },
  { id, settings: { operator } }: PluginManifest,
): Promise<OperatorValues> {
  if (operator === null) return {};
  const plain = await settings.get(operatorBags(id).plain);
  return Object.fromEntries(
    Object.entries(plain).filter(([key]) => Object.hasOwn(operator.properties, key) && !isSecret(operator, key)),
  );
}

/** The operators' settings of a plugin, with {@link SET_SECRET} for each secret that is set. */
export async function shownOperatorValues(
  { settings }: { settings: OperatorSettings },
  { id, settings: { operator } }: PluginManifest,
): Promise<OperatorValues> {
  return operator === null ? {} : await shownValues(settings, operatorBags(id), operator);
}

/** The values of two bags that a shape knows, with {@link SET_SECRET} for each secret that is set. */
export async function shownValues(
  settings: OperatorSettings,
  bags: OperatorBags,
  shape: SettingsShape,
): Promise<OperatorValues> {
  const [plain, sealed] = await Promise.all([settings.get(bags.plain), settings.get(bags.secrets)]);
  const known = (key: string) => Object.hasOwn(shape.properties, key);
  const secrets = Object.keys(sealed).filter((key) => isSecret(shape, key));
  return {
    ...Object.fromEntries(Object.entries(plain).filter(([key]) => known(key) && !isSecret(shape, key))),
    ...Object.fromEntries(secrets.map((key) => [key, SET_SECRET])),
  };
}

/**
 * Changes the operators' settings of a plugin: keys that are not named keep their values, null removes one.
 * Every node, server half and open browser is notified.
 * @throws InvalidRequest for values that the plugin's schema refuses
 */
export async function writeOperatorValues(
  { settings, db, events }: { settings: OperatorSettings; db: Database; events: Pick<ServerEvents, 'publish'> },
  { id, settings: { operator } }: PluginManifest,
  changes: OperatorValues,
  actor: string,
): Promise<void> {
  const shape = operator ?? { type: 'object' as const, properties: {} };
  await changeValues(settings, operatorBags(id), shape, { changes, actor }, async (tx) => {
    await db.notifications.send(tx, PLUGIN_SETTINGS_CHANGED, { plugin: id, accountId: null });
    await events.publish(tx, operatorSettingsChanged(id), {});
  });
}

/**
 * Changes the values of two bags: keys that are not named keep theirs, null removes one.
 * @param tell who has to be told, in the same transaction
 * @throws InvalidRequest for values that the shape refuses
 */
export async function changeValues(
  settings: OperatorSettings,
  { plain, secrets }: OperatorBags,
  shape: SettingsShape,
  { changes, actor }: { changes: OperatorValues; actor: string },
  tell?: (tx: Tx) => Promise<void>,
): Promise<void> {
  checkSettings(shape, changes);
  const isIn = (isSealed: boolean, key: string): boolean => isSecret(shape, key) === isSealed;
  const named: [OperatorBags['plain' | 'secrets'], (readonly [string, OperatorValues[string]])[]][] = [];
  for (const [bag, isSealed] of [
    [plain, false],
    [secrets, true],
  ] as const) {
    const before = await settings.get(bag);
    // A value that became secret after it was set must not stay readable.
    const keys = Object.entries(changes).filter(([key]) => isIn(isSealed, key) || Object.hasOwn(before, key));
    if (keys.length > 0) named.push([bag, keys.map(([key, value]) => [key, isIn(isSealed, key) ? value : null])]);
  }
  if (named.length === 0) return;
  await settings.changeTogether(actor, async ({ tx, change }) => {
    for (const [bag, own] of named) await change(bag, (values) => merge(values, own));
    await tell?.(tx);
  });
}

function merge(
  values: OperatorValues,
  changes: readonly (readonly [string, OperatorValues[string]])[],
): OperatorValues {
  return Object.fromEntries(
    Object.entries({ ...values, ...Object.fromEntries(changes) }).filter(([, value]) => value !== null),
  );
}
