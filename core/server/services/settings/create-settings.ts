import { eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { Audit } from '#core/server/ground/audit/audit.ts';
import type { Database, Tx } from '#core/server/ground/database/database.ts';
import { listenForChanges } from '#core/server/ground/database/listen-for-changes.ts';
import { publishEvent } from '#core/server/services/events/publish-event.ts';

import type { SecretBox } from './secret-box.ts';
import {
  PLUGIN_SETTINGS_CHANGED,
  type OperatorSettings,
  type SettingChanges,
  type SettingDefinition,
} from './settings.ts';
import { coreSettings } from './tables.ts';

/** Topic of the notification that the setting with this `key` has changed. */
export const SETTING_CHANGED = 'setting';
/** Its data. */
export const settingChangeSchema = z.object({ key: z.string() });
const pluginChangeSchema = z.object({ plugin: z.string(), accountId: z.string().nullable() });
/** The content of the column: wrapped, so that null is a value too. */
const storedSchema = z.union([z.object({ sealed: z.string() }), z.object({ plain: z.unknown() })]);

/** Implements {@link OperatorSettings} on the database. Every change is audited, for secrets without the value. */
export function createSettings(options: { db: Database; box: SecretBox; audit: Audit; log: Logger }): OperatorSettings {
  const { db, box, audit, log } = options;
  /** Stored values by key; undefined for a key without one. */
  const cache = new Map<string, { value: unknown }>();
  /** Increases with each change notification, so that a value read before a change is not cached after it. */
  let epoch = 0;

  const forget = (key?: string) => {
    epoch += 1;
    if (key === undefined) cache.clear();
    else cache.delete(key);
  };
  const listen = listenForChanges(db.notifications, {
    topic: SETTING_CHANGED,
    schema: settingChangeSchema,
    forget: (change) => forget(change?.key),
  });

  async function stored(key: string): Promise<unknown> {
    await listen();
    // While notifications cannot be received, nothing is cached.
    if (!db.notifications.connected) cache.clear();
    const known = cache.get(key);
    if (known !== undefined) return known.value;
    const before = epoch;
    const [row] = await db.orm.select().from(coreSettings).where(eq(coreSettings.key, key));
    if (before === epoch && db.notifications.connected) cache.set(key, { value: row?.value });
    return row?.value;
  }

  /** Parses the column's content with the definition. */
  function read<T extends z.ZodType>(definition: SettingDefinition<T>, value: unknown): z.output<T> {
    if (value === undefined) return definition.schema.parse(undefined);
    const wrapped = storedSchema.parse(value);
    const plain: unknown = 'sealed' in wrapped ? JSON.parse(box.open(wrapped.sealed, definition.key)) : wrapped.plain;
    const parsed = definition.schema.safeParse(plain);
    if (!parsed.success) {
      // The schema has changed since; the stored value no longer counts.
      log.warn({ key: definition.key }, 'a stored setting does not fit its schema; its default is used');
      return definition.schema.parse(undefined);
    }
    return parsed.data;
  }

  async function write<T extends z.ZodType>(
    tx: Tx,
    definition: SettingDefinition<T>,
    value: z.input<T>,
    actor: string,
  ): Promise<void> {
    const { key, schema, secret } = definition;
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      fail('core:settings-invalid', { key, problem: problemOf(definition, parsed.error) }, { kind: 'invalid' });
    }
    // The schema's input is stored, because reading parses it again and may transform it.
    const stored = secret ? { sealed: box.seal(JSON.stringify(value), key) } : { plain: value };
    const row = { key, value: stored, updatedAt: new Date(), updatedBy: actor };
    await tx.orm.insert(coreSettings).values(row).onConflictDoUpdate({ target: coreSettings.key, set: row });
    const details = secret ? { secret: true } : { value };
    await audit.record(tx, { actor, action: 'settings.change', target: key, details });
    await db.notifications.send(tx, SETTING_CHANGED, { key });
    if (definition.changed !== undefined) await publishEvent(db, tx, definition.changed, {});
  }

  async function changeTogether(actor: string, work: (changes: SettingChanges) => Promise<void>): Promise<void> {
    const changed = new Set<string>();
    await db.transaction((tx) =>
      work({
        tx,
        async change(definition, update) {
          const { key } = definition;
          // There may be no row to lock yet.
          await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${key}`}, 0))`);
          const [row] = await tx.orm.select().from(coreSettings).where(eq(coreSettings.key, key));
          await write(tx, definition, update(read(definition, row?.value)), actor);
          changed.add(key);
        },
      }),
    );
    for (const key of changed) forget(key);
  }

  return {
    get: async (definition) => read(definition, await stored(definition.key)),

    async set(definition, value, actor) {
      await db.transaction((tx) => write(tx, definition, value, actor));
      forget(definition.key);
    },

    change: (definition, update, actor) => changeTogether(actor, ({ change }) => change(definition, update)),
    changeTogether,

    onPluginChange(plugin, listener) {
      const end = new AbortController();
      const onMessage = (data: unknown): void => {
        const { data: message } = pluginChangeSchema.safeParse(data);
        if (message?.plugin !== plugin) return;
        const { accountId } = message;
        listener({ of: accountId === null ? 'operator' : 'account', accountId });
      };
      const onGap = (): void => listener({ of: 'all', accountId: null });
      db.notifications
        .listen({ topic: PLUGIN_SETTINGS_CHANGED, onMessage, onGap }, end.signal)
        .catch((error: unknown) => log.error({ err: error, plugin }, 'changes of settings cannot be heard'));
      return () => end.abort();
    },
  };
}

/** Names the invalid field; never its value, which may be secret. */
function problemOf(definition: SettingDefinition<z.ZodType>, error: z.ZodError): string {
  const paths = error.issues.map((issue) => issue.path.join('.')).filter((path) => path !== '');
  return paths.length === 0 ? definition.key : [...new Set(paths)].join(', ');
}
