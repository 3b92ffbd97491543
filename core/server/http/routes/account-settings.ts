import { eq } from 'drizzle-orm';
import type { z } from 'zod';

import { settingsChanged } from '#core/contract/kernel-events.ts';
import { fail } from '#core/contract/errors.ts';
import { readSettings, SETTINGS_BYTES, SETTINGS_NAMESPACES, writeSettings } from '#core/contract/settings-calls.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Database, Tx } from '#core/server/ground/database/database.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerEvents } from '#core/server/services/events/events.ts';
import type { InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';
import { checkSettings } from '#core/server/services/settings/check-settings.ts';
import { PLUGIN_SETTINGS_CHANGED } from '#core/server/services/settings/settings.ts';
import { coreAccountSettings } from '#core/server/services/settings/tables.ts';

type Values = z.output<typeof readSettings.data>['values'];

/** The services that the calls for accounts' settings need. */
interface AccountSettingsParts {
  db: Database;
  events: ServerEvents;
  plugins: Pick<InstalledPlugins, 'find'>;
  clock: Clock;
}

/** Handlers of the calls for accounts' own settings. */
export function accountSettingsRoutes(calls: CallRegistry, { db, events, plugins, clock }: AccountSettingsParts): void {
  calls.handle(readSettings, async ({ params }, { caller }) => {
    const row = await db.scope(caller.accountId).find(coreAccountSettings, inNamespace(params.namespace));
    return { values: valuesOf(row) };
  });

  calls.handle(writeSettings, async ({ params: { namespace }, body }, { caller: { accountId } }) => {
    // A plugin's settings must fit its declaration; other namespaces may hold anything.
    const shape = (await plugins.find(namespace, accountId))?.manifest.settings.account ?? null;
    if (shape !== null) checkSettings(shape, body.values);
    const values = await db.transaction(async (tx) => {
      const merged = merge(await lockRow(tx, accountId, namespace, clock.now()), body.values);
      if (Buffer.byteLength(JSON.stringify(merged)) > SETTINGS_BYTES) {
        fail('core:settings-too-large', { limit: SETTINGS_BYTES / 1024 }, { kind: 'too-large' });
      }
      const row = { values: merged, updatedAt: clock.now() };
      await tx.scope(accountId).update(coreAccountSettings, inNamespace(namespace), row);
      await events.publish(tx, settingsChanged, { accountId, data: { namespace } });
      if (shape !== null) {
        await db.notifications.send(tx, PLUGIN_SETTINGS_CHANGED, { plugin: namespace, accountId });
      }
      return merged;
    });
    return { values };
  });
}

/** Locks the row until the transaction ends, inserting it if needed, and returns its values. */
async function lockRow(tx: Tx, accountId: string, namespace: string, now: Date): Promise<Values> {
  const scope = tx.scope(accountId);
  if ((await scope.find(coreAccountSettings, inNamespace(namespace))) === undefined) {
    if ((await scope.count(coreAccountSettings)) >= SETTINGS_NAMESPACES) {
      fail('core:settings-too-many', { limit: SETTINGS_NAMESPACES }, { kind: 'too-large' });
    }
    await tx.orm
      .insert(coreAccountSettings)
      .values({ accountId, namespace, values: {}, updatedAt: now })
      .onConflictDoNothing();
  }
  // Writing the row locks it and returns its content once an earlier writer has committed.
  const [row] = await scope.update(coreAccountSettings, inNamespace(namespace), { updatedAt: now });
  return valuesOf(row);
}

function inNamespace(namespace: string) {
  return eq(coreAccountSettings.namespace, namespace);
}

/** Only {@link writeSettings} stores values, which its schema has checked. */
function valuesOf(row: typeof coreAccountSettings.$inferSelect | undefined): Values {
  return (row?.values ?? {}) as Values;
}

function merge(known: Values, changes: Values): Values {
  return Object.fromEntries(Object.entries({ ...known, ...changes }).filter(([, value]) => value !== null));
}
