import { z } from 'zod';

import { PLATFORM_IDS, USUAL_PLATFORMS } from '#core/contract/platforms.ts';
import { LEVELS } from '#core/contract/tiers.ts';
import type { SettingDefinition } from '#core/server/services/settings/settings.ts';

const secret = z.string().min(1).max(500);

/** What the browser half sends in the header `key` until an operator sets another value. */
export const USUAL_CODE_KEY = 'reelport-web';

const codeKey = z.string().min(1).max(200).nullable().default(USUAL_CODE_KEY);

/**
 * The value of the header `key` that asking for a code needs; null for none. Every visitor's browser sends it: it
 * identifies the client and grants nothing.
 */
export const CODE_KEY: SettingDefinition<typeof codeKey> = { key: 'account.code-key', schema: codeKey, secret: false };

const gift = z
  .strictObject({ level: z.enum(LEVELS).exclude(['level0']), days: z.number().int().min(0).max(3650) })
  .default({ level: 'level1', days: 7 });

/** The membership that each main account is given once; 0 days for none. */
export const GIFT: SettingDefinition<typeof gift> = { key: 'account.gift', schema: gift, secret: false };

const subAccounts = z.strictObject({ most: z.number().int().min(0).max(1000) }).default({ most: 100 });

/** How many sub-accounts a main account may have, disabled ones included. */
export const SUB_ACCOUNTS: SettingDefinition<typeof subAccounts> = {
  key: 'account.sub-accounts',
  schema: subAccounts,
  secret: false,
};

const limit = (count: number, seconds: number) =>
  z.strictObject({ count: z.number().int().min(1), seconds: z.number().int().min(1) }).default({ count, seconds });

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const limits = z
  .strictObject({
    captchaPerAddress: limit(60, MINUTE),
    captchaAnswersPerAddress: limit(60, MINUTE),
    captchaMissesPerAddress: limit(20, 10 * MINUTE),
    codeSpacing: limit(1, 2 * MINUTE),
    codesPerMobile: limit(10, DAY),
    codesPerAddress: limit(20, HOUR),
    wrongCodesPerAddress: limit(30, 10 * MINUTE),
    loginsPerAddress: limit(120, MINUTE),
    wrongPasswordsPerName: limit(10, 15 * MINUTE),
    wrongPasswordsPerAddress: limit(30, 15 * MINUTE),
    qrCodesPerAddress: limit(60, MINUTE),
    confirmationsPerAddress: limit(30, MINUTE),
    registrationsPerAddress: limit(60, HOUR),
  })
  .prefault({});
export type Limits = z.output<typeof limits>;

/** How often things may be done; counted over all nodes. */
export const LIMITS: SettingDefinition<typeof limits> = { key: 'account.limits', schema: limits, secret: false };

const clients = z
  .array(z.strictObject({ id: secret, secret }))
  .default([{ id: 'reelport-web', secret: 'reelport-web' }]);

/** The clients that may log in by password. Browsers keep no secrets: they identify the caller and grant nothing. */
export const CLIENTS: SettingDefinition<typeof clients> = { key: 'account.clients', schema: clients, secret: true };

const partners = z
  .array(
    z.strictObject({
      id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
      /** 32 bytes in base64url that the partner encrypts its tickets with. */
      key: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    }),
  )
  .default([]);

/** Partners whose users may log in by the partner's word. */
export const PARTNERS: SettingDefinition<typeof partners> = {
  key: 'account.partners',
  schema: partners,
  secret: true,
};

const platforms = z
  .array(z.enum(PLATFORM_IDS))
  .refine((ids) => new Set(ids).size === ids.length)
  .default([...USUAL_PLATFORMS]);

/** The platforms that creator accounts may be of, in the order in which they are shown. */
export const PLATFORMS: SettingDefinition<typeof platforms> = {
  key: 'account.platforms',
  schema: platforms,
  secret: false,
};
