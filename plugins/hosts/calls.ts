import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { defineCall } from '#core/contract/call.ts';
import { shownName } from '#core/contract/shown-name.ts';

const path = '/api/hosts/nodes';
const params = z.strictObject({ id: z.uuid() });

export const HOST_TYPES = ['cloud', 'physical', 'other'] as const;
export const LOGIN_METHODS = ['password', 'key'] as const;

/** Endings of the files that private keys are chosen from. */
export const KEY_FILES = ['.pem', '.txt', '.key', '.pub'] as const;
/** Letters of a private key; RSA with 16 384 bits has about 13 000. */
export const KEY_LETTERS = 64 * 1024;

/**
 * - `unchecked`: nobody has connected to it yet, or not since its address has changed
 * - `unknown-key`: it shows a host key that its owner has not confirmed yet; nothing was sent to it
 * - `changed-key`: it shows another host key than the confirmed one; nothing was sent to it
 * - `healthy`: logs in, and its ports and system are as needed
 * - `unfit`: logs in, but some port is filtered or the system is another one
 * - `failed`: could not be reached or logged in to
 */
export const HOST_STATES = ['unchecked', 'unknown-key', 'changed-key', 'healthy', 'unfit', 'failed'] as const;

/** What has to get through to a host, each range by its first and last port. */
export const NEEDED_PORTS = [
  [22, 22],
  [10_000, 20_000],
  [8080, 8090],
] as const;
/** What a host should run. */
export const NEEDED_SYSTEM = { id: 'ubuntu', version: '24.04', machine: 'x86_64' } as const;

/** How many days before a host expires its owner is told. */
export const WARN_DAYS = [7, 1] as const;

const hostKey = z.object({
  /** Such as `ssh-ed25519`. */
  type: z.string(),
  /** As OpenSSH writes it: `SHA256:` and 43 letters. */
  fingerprint: z.string(),
});
/** The key that a host identifies itself by. */
export type HostKey = z.output<typeof hostKey>;

const portFinding = z.object({
  port: z.number().int(),
  /** `open`: something listens; `closed`: nothing does, but the port is let through; `filtered`: no answer. */
  state: z.enum(['open', 'closed', 'filtered']),
});
export type PortFinding = z.output<typeof portFinding>;

const systemFinding = z.object({
  /** As it calls itself: `Ubuntu 24.04.1 LTS`. */
  name: z.string(),
  /** Such as `x86_64`. */
  machine: z.string(),
  isFit: z.boolean(),
});
export type SystemFinding = z.output<typeof systemFinding>;

export const hostSchema = z.object({
  id: z.uuid(),
  name: shownName,
  type: z.enum(HOST_TYPES),
  user: z.string(),
  port: z.number().int(),
  /** An IP address or a host name. */
  ip: z.string(),
  /** Where it is reached instead, when its own address is one of a private network. */
  elasticIp: z.string().nullable(),
  method: z.enum(LOGIN_METHODS),
  /** The public part of its private key; null for a password. Neither the key nor a password is ever sent. */
  key: hostKey.nullable(),
  region: z.string().nullable(),
  provider: z.string().nullable(),
  config: z.string().nullable(),
  /** The last day on which it runs, such as `2027-03-31`; null for one that does not expire. */
  expiresOn: z.iso.date().nullable(),
  state: z.enum(HOST_STATES),
  /** Why it failed, in the caller's language. */
  cause: z.string().nullable(),
  /** Confirmed by its owner. */
  hostKey: hostKey.nullable(),
  /** Shown by the host at the last check, and not confirmed. */
  offeredKey: hostKey.nullable(),
  ports: z.array(portFinding),
  system: systemFinding.nullable(),
  /** Until it was logged in to, at the last check; null when it was not. */
  milliseconds: z.number().int().nullable(),
  checkedAt: z.iso.datetime().nullable(),
});
/** A host of an account, as its owner sees it. */
export type Host = z.output<typeof hostSchema>;

export const listHosts = defineCall({
  method: 'GET',
  path,
  summary: 'Lists the hosts of the account.',
  data: z.object({ hosts: z.array(hostSchema), most: z.number().int() }),
});

const words = (most: number) =>
  z
    .string()
    .overwrite(withoutBidiControls)
    .trim()
    .max(most)
    .transform((text) => (text === '' ? null : text))
    .nullable();
const address = z
  .string()
  .trim()
  .max(253)
  .regex(/^(?:[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_-]{1,63})*|[0-9a-f:.]*:[0-9a-f:.]*)$/i);

/** What its owner writes of a host. */
const factsSchema = z.strictObject({
  name: z.string().overwrite(withoutBidiControls).trim().min(1).max(40),
  type: z.enum(HOST_TYPES),
  user: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(/^[^\s\p{Cc}]+$/u),
  port: z.number().int().min(1).max(65_535),
  ip: address,
  elasticIp: z
    .union([address, z.literal('')])
    .transform((text) => (text === '' ? null : text))
    .nullable(),
  region: words(60),
  provider: words(60),
  config: words(200),
  expiresOn: z.iso.date().nullable(),
});
export type HostFacts = z.output<typeof factsSchema>;

const credentialSchema = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('password'), password: z.string().min(1).max(1000) }),
  z.strictObject({
    method: z.literal('key'),
    /** The file that it comes from. */
    fileName: z.string().max(255),
    privateKey: z.string().max(KEY_LETTERS),
    /** Of an encrypted key. */
    passphrase: z.string().max(1000).optional(),
  }),
]);
/** What a host is logged in to by. */
export type Credential = z.output<typeof credentialSchema>;

export const addHost = defineCall({
  method: 'POST',
  path,
  summary: 'Adds a host. Its password or private key is encrypted and never sent back.',
  body: factsSchema.extend({ credential: credentialSchema }),
  data: hostSchema,
});

/** Another address or port makes its host key unknown again. */
export const changeHost = defineCall({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Changes a host, and its password or private key where one is given.',
  params,
  body: factsSchema.extend({ credential: credentialSchema.optional() }),
  data: hostSchema,
});

export const removeHost = defineCall({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Forgets a host with its password or private key and its history.',
  params,
  data: z.null(),
});

export const checkHost = defineCall({
  method: 'POST',
  path: `${path}/:id/check`,
  summary: 'Connects to a host now: its key, login, ports and system. At most twenty times a minute.',
  params,
  data: hostSchema,
});

/** Only the key that the last check has found can be confirmed, so that nobody confirms what they have not seen. */
export const trustHost = defineCall({
  method: 'POST',
  path: `${path}/:id/trust`,
  summary: 'Confirms the host key that a host has shown, in place of an earlier one, and checks the host.',
  params,
  body: z.strictObject({ fingerprint: z.string().max(100) }),
  data: hostSchema,
});

export const readHealth = defineCall({
  method: 'GET',
  path: `${path}/:id/health`,
  summary: 'Reads how the checks of a host went during the last seven days, oldest first.',
  params,
  data: z.object({
    checks: z.array(
      z.object({
        at: z.iso.datetime(),
        /** Null when it could not be logged in to. */
        milliseconds: z.number().int().nullable(),
      }),
    ),
  }),
});
