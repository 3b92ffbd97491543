import { resolve } from 'node:path';

import { z } from 'zod';

import { fail, type MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { S3StoreOptions } from '#core/server/services/files/s3-store.ts';
import type { SiteFacts } from '#core/server/ground/site-facts.ts';

const GIB = 1024 ** 3;

const origin = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
/** Origins as scheme, host and port alone, separated by commas. */
const origins = z
  .string()
  .max(10_000)
  .transform((list) =>
    list
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  .pipe(z.array(origin.refine((url) => /^[^/]+:\/\/[^/?#@]+$/.test(url))))
  .transform((list) => list.map((url) => new URL(url).origin))
  .default([]);
const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(['loopback', 'linklocal', 'uniquelocal'])]);

/** Every environment variable of the programs; `docs/operators.md` documents them. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4400),
  HOST: z.union([z.hostname(), z.ipv4(), z.ipv6()]).default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  S3_ENDPOINT: origin.optional(),
  S3_PUBLIC_ENDPOINT: origin.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
    .pipe(z.array(address))
    .default([]),
  WORKER_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  WORKER_SLOTS: z.coerce.number().int().min(1).max(256).optional(),
  CACHE_MAX_GB: z.coerce.number().positive().max(1_000_000).optional(),
  UPLOAD_MAX_GB: z.coerce.number().positive().max(5).default(4),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,512}$/)
    .optional(),
  REELPORT_SECRET_KEY: z.string().optional(),
  FILING_NUMBERS: z
    .string()
    .max(2000)
    .transform((list) =>
      list
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
    .pipe(z.array(z.string().regex(/^([a-z0-9.-]+=)?[^=]{1,100}$/i)))
    .default([]),
  COMPANY_NAME: z.string().trim().min(1).max(200).optional(),
  CONTACT_ID: z.string().max(100).optional(),
  CONTACT_PHONE: z
    .string()
    .regex(/^[\d+() -]{3,40}$/)
    .optional(),
  CONTACT_CODE: z.string().max(1000).optional(),
  PARTNER_ORIGINS: origins,
  CAPTCHA_ORIGINS: origins,
  TEST_HOSTS: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((item) => item.trim().toLowerCase())
        .filter((item) => item !== ''),
    )
    .pipe(z.array(z.hostname()))
    .default([]),
});

/** The error for an invalid value of each variable. Values of secrets are not repeated. */
const FAULTS = {
  PORT: 'host:configuration.port',
  HOST: 'host:configuration.host',
  DATA_DIR: 'host:configuration.data-dir',
  DATABASE_URL: 'host:configuration.database-url',
  S3_ENDPOINT: 'host:configuration.url',
  S3_PUBLIC_ENDPOINT: 'host:configuration.url',
  S3_BUCKET: 'host:configuration.s3-bucket',
  S3_REGION: 'host:configuration.s3-region',
  S3_ACCESS_KEY_ID: 'host:configuration.s3-incomplete',
  S3_SECRET_ACCESS_KEY: 'host:configuration.s3-incomplete',
  PUBLIC_URL: 'host:configuration.url',
  TRUST_PROXY: 'host:configuration.trust-proxy',
  WORKER_PORT: 'host:configuration.port',
  WORKER_SLOTS: 'host:configuration.worker-slots',
  CACHE_MAX_GB: 'host:configuration.gigabytes',
  UPLOAD_MAX_GB: 'host:configuration.gigabytes',
  LOG_LEVEL: 'host:configuration.log-level',
  METRICS_TOKEN: 'host:configuration.metrics-token',
  REELPORT_SECRET_KEY: 'host:configuration.secret-key-needed',
  FILING_NUMBERS: 'host:configuration.filing-numbers',
  COMPANY_NAME: 'host:configuration.company',
  CONTACT_ID: 'host:configuration.contact',
  CONTACT_PHONE: 'host:configuration.contact',
  CONTACT_CODE: 'host:configuration.contact',
  PARTNER_ORIGINS: 'host:configuration.partner-origins',
  CAPTCHA_ORIGINS: 'host:configuration.captcha-origins',
  TEST_HOSTS: 'host:configuration.test-hosts',
} as const satisfies Record<keyof typeof environment.shape, MessageKey>;

const SECRETS = new Set<string>([
  'DATABASE_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
  'REELPORT_SECRET_KEY',
]);

/** The configuration of one installation's programs. */
export interface Configuration {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** An absolute path. */
  dataDir: string;
  /** An external PostgreSQL; the embedded one by default. */
  databaseUrl: string | undefined;
  /** The bucket for files and shared renderings; the disk by default. */
  s3: S3StoreOptions | undefined;
  /** Scheme and host under which browsers reach this installation, without a trailing slash. */
  publicUrl: string | undefined;
  trustProxy: readonly string[];
  /** The port of a worker's health endpoint, 0 for any free port; no endpoint by default. */
  workerPort: number | undefined;
  /** The most tool processes of one worker at once; the number of cores by default. */
  workerSlots: number | undefined;
  /** The most bytes that cached renderings may take on this machine; the engine's own limit by default. */
  cacheMaxBytes: number | undefined;
  /** The most bytes of one upload. */
  maxUpload: number;
  logLevel: string;
  metricsToken: string | undefined;
  /** What the pages show about the installation. */
  site: SiteFacts;
  /**
   * The keys from which all secrets are derived, as `loadMasterKeys` reads them; those of the data folder by
   * default.
   */
  secretKey: string | undefined;
}

/**
 * Reads the environment. An empty variable counts as not set.
 * @throws expected `host:configuration.…` naming the variable and its valid values
 */
export function readConfiguration(env: NodeJS.ProcessEnv = process.env): Configuration {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const checked = environment.safeParse(given);
  if (!checked.success) {
    const name = String(checked.error.issues[0]?.path[0]) as keyof typeof FAULTS;
    const params: MessageParams = { name };
    if (!SECRETS.has(name)) params['value'] = (given[name] ?? '').slice(0, 80);
    fail(FAULTS[name], params, { kind: 'invalid' });
  }
  const values = checked.data;
  const s3 = readBucket(values);
  // Nodes that share a bucket also share a database and its encrypted settings.
  if (s3 !== undefined && values.REELPORT_SECRET_KEY === undefined) {
    fail('host:configuration.secret-key-needed', {}, { kind: 'invalid' });
  }
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    s3,
    publicUrl: values.PUBLIC_URL,
    trustProxy: values.TRUST_PROXY,
    workerPort: values.WORKER_PORT,
    workerSlots: values.WORKER_SLOTS,
    cacheMaxBytes: values.CACHE_MAX_GB === undefined ? undefined : Math.floor(values.CACHE_MAX_GB * GIB),
    maxUpload: Math.floor(values.UPLOAD_MAX_GB * GIB),
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
    site: {
      company: values.COMPANY_NAME ?? null,
      filing: readFilings(values.FILING_NUMBERS),
      contact: {
        id: values.CONTACT_ID ?? null,
        phone: values.CONTACT_PHONE ?? null,
        code: values.CONTACT_CODE ?? null,
      },
      partnerOrigins: values.PARTNER_ORIGINS,
      captchaOrigins: values.CAPTCHA_ORIGINS,
      testHosts: values.TEST_HOSTS,
    },
    secretKey: values.REELPORT_SECRET_KEY,
  };
}

/** `host=number` for one host, or just a number for every other host. */
function readFilings(list: readonly string[]): SiteFacts['filing'] {
  const byHost: Record<string, string> = {};
  let otherwise: string | null = null;
  for (const item of list) {
    const [host = '', number] = item.split('=', 2);
    if (number === undefined) otherwise = host;
    else byHost[host.toLowerCase()] = number;
  }
  return { byHost, otherwise };
}

function readBucket(values: z.output<typeof environment>): S3StoreOptions | undefined {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_ENDPOINT, S3_PUBLIC_ENDPOINT, S3_REGION } = values;
  const parts = { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const missing = Object.entries(parts).filter(([, value]) => value === undefined);
  if (missing.length === 3 && S3_ENDPOINT === undefined && S3_PUBLIC_ENDPOINT === undefined) return undefined;
  if (S3_BUCKET === undefined || S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined) {
    fail('host:configuration.s3-incomplete', { name: missing.map(([name]) => name).join(', ') }, { kind: 'invalid' });
  }
  return {
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT,
    publicEndpoint: S3_PUBLIC_ENDPOINT,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}
