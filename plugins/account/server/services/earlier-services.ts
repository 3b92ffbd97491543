import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { SingleKind } from '#core/contract/provider-kinds.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { replaceAdapterSettings } from '#core/server/services/providers/registry/adapter-settings.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { coreSettings } from '#core/server/services/settings/tables.ts';
import type { SettingDefinition } from '#core/server/services/settings/settings.ts';

import { ALIYUN_SMS, TENCENT_CAPTCHA, TENCENT_SMS, TWILIO_SMS, WECHAT } from './service-settings.ts';

const valueSchema = z.looseObject({ provider: z.string() }).nullable().default(null);
const NOTHING = z.object({});

/** A setting that held choice and values of one kind in one, before adapters had settings of their own. */
interface EarlierService {
  kind: SingleKind;
  definition: SettingDefinition<typeof valueSchema>;
  /** The adapters by the names that it had for them. */
  adapters: Readonly<Record<string, { id: string; settings: z.ZodObject }>>;
}

const earlier = (name: string): EarlierService['definition'] => ({
  ...{ key: `account.${name}`, schema: valueSchema, secret: true },
});
const adapter = (name: string, settings: z.ZodObject = NOTHING) => ({ id: `account.${name}`, settings });

const EARLIER: readonly EarlierService[] = [
  {
    kind: 'sms',
    definition: earlier('sms'),
    adapters: {
      outbox: adapter('outbox'),
      aliyun: adapter('aliyun', ALIYUN_SMS),
      tencent: adapter('tencent', TENCENT_SMS),
      twilio: adapter('twilio', TWILIO_SMS),
    },
  },
  {
    kind: 'captcha',
    definition: earlier('captcha'),
    adapters: { slider: adapter('slider'), tencent: adapter('tencent', TENCENT_CAPTCHA) },
  },
  {
    kind: 'qr-login',
    definition: earlier('qr-login'),
    adapters: { embedded: adapter('embedded'), wechat: adapter('wechat', WECHAT) },
  },
];

/** Names under which the console still takes choice and values at once. */
export const EARLIER_NAMES: readonly string[] = EARLIER.map(({ definition }) => definition.key);

/**
 * Chooses a service and fills in its settings by a value as it was kept under one of {@link EARLIER_NAMES}.
 * @throws expected `core:settings-invalid`
 */
export async function setEarlierService(
  settings: ServerContext['settings'],
  key: string,
  value: unknown,
  actor: string,
): Promise<void> {
  const known = EARLIER.find(({ definition }) => definition.key === key);
  const given = valueSchema.safeParse(value).data ?? null;
  const chosen = known !== undefined && given !== null ? found(known, given.provider) : undefined;
  if (known === undefined || given === null || chosen === undefined) return refuse(key, 'provider');
  const { provider: _provider, ...values } = given;
  const read = chosen.settings.strict().safeParse(values);
  if (!read.success) {
    const { issues } = read.error;
    return refuse(key, [...new Set(issues.map(({ path }) => path.join('.')))].join(', '));
  }
  await replaceAdapterSettings(settings, { kind: known.kind, ...chosen }, values, actor);
  await settings.set(choiceSetting(known.kind), { adapters: [chosen.id], orEmbedded: false }, actor);
}

/** Takes over what an earlier version has stored, once, and removes it there. What cannot be read stays as it is. */
export async function adoptEarlierServices({ db, settings, log }: ServerContext): Promise<void> {
  for (const { definition } of EARLIER) {
    const { key } = definition;
    await db.transaction(async (tx) => {
      await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`earlier ${key}`}, 0))`);
      const [row] = await tx.orm.select().from(coreSettings).where(eq(coreSettings.key, key));
      if (row === undefined) return;
      try {
        await setEarlierService(settings, key, await settings.get(definition), 'upgrade');
      } catch (error) {
        log.error(
          { err: error, setting: key },
          'settings of an earlier version cannot be read; choose the service anew',
        );
        return;
      }
      await tx.orm.delete(coreSettings).where(eq(coreSettings.key, key));
      log.info({ setting: key }, 'the settings of a service were taken over from an earlier version');
    });
  }
}

function found({ adapters }: EarlierService, name: string) {
  return Object.hasOwn(adapters, name) ? adapters[name] : undefined;
}

function refuse(key: string, problem: string): never {
  return fail('core:settings-invalid', { key, problem }, { kind: 'invalid' });
}
