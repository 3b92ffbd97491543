import type { Client } from 'ssh2';

import { ExpectedError } from '#core/contract/errors.ts';
import { connectGuarded } from '#core/server/services/outbound/connect-guarded.ts';

import type { HostKey } from '#plugins/hosts/calls.ts';
import type { Login } from './credentials.ts';
import { hostKeyOf } from './private-key.ts';

/** A host, and what it has to show. */
export interface SshTarget {
  address: string;
  port: number;
  user: string;
  login: Login;
  /** The confirmed host key; null before anything was confirmed. */
  trusted: HostKey | null;
}

/** Why a host cannot be worked with. */
export type SshFaultKind = 'unknown-key' | 'changed-key' | 'login' | 'address' | 'unreachable' | 'no-ssh';

/** A host that cannot be worked with. */
export class SshFault extends Error {
  readonly kind: SshFaultKind;
  /** What it identified itself by, for a key that is not the confirmed one. */
  readonly offered: HostKey | null;

  constructor(kind: SshFaultKind, options: ErrorOptions & { offered?: HostKey } = {}) {
    super(`the host cannot be worked with: ${kind}`, options);
    this.name = 'SshFault';
    this.kind = kind;
    this.offered = options.offered ?? null;
  }
}

/** Milliseconds until it must be logged in to. */
const LIMIT = 15_000;

/**
 * Logs in to a host. Nothing is sent to one that shows another key than the confirmed one: not even the name of the user.
 * @returns a connection, which the caller ends
 * @throws SshFault; the signal's reason
 */
export async function openSession(
  { address, port, user, login, trusted }: SshTarget,
  { allows, signal }: { allows: (address: string) => boolean; signal: AbortSignal },
): Promise<Client> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(LIMIT)]);
  const [{ default: ssh2 }, sock] = await Promise.all([
    import('ssh2'),
    connectGuarded({ host: address, port, allows, signal: either }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new SshFault(error instanceof ExpectedError ? 'address' : 'unreachable', { cause: error });
    }),
  ]);
  const client = new ssh2.Client();
  let offered: HostKey | null = null;
  const isTrusted = (): boolean => trusted !== null && offered?.fingerprint === trusted.fingerprint;
  const abort = (): void => void client.destroy();
  either.addEventListener('abort', abort, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve);
      // Stays: a connection that is given up may still fail.
      client.on('error', reject);
      client.once('close', () => reject(new Error('the host has closed the connection')));
      client.connect({
        ...{ sock, username: user, ...login, readyTimeout: LIMIT },
        ...{ keepaliveInterval: 15_000, keepaliveCountMax: 3 },
        hostVerifier: (key: Buffer) => {
          offered = hostKeyOf(key);
          return isTrusted();
        },
      });
    });
    return client;
  } catch (error) {
    client.destroy();
    signal.throwIfAborted();
    if (offered !== null && !isTrusted()) {
      throw new SshFault(trusted === null ? 'unknown-key' : 'changed-key', { cause: error, offered });
    }
    throw new SshFault(faultOf(error, offered !== null), { cause: error });
  } finally {
    either.removeEventListener('abort', abort);
  }
}

function faultOf(error: unknown, hasShownKey: boolean): SshFaultKind {
  const level = (error as { level?: string }).level;
  if (level === 'client-authentication') return 'login';
  return hasShownKey ? 'unreachable' : 'no-ssh';
}

/** Letters of what a command says that are read. */
const SAID = 64 * 1024;

/** Runs a command on a host. @returns what it writes to its standard output, up to 64 KiB */
export async function runCommand(client: Client, command: string, signal: AbortSignal): Promise<string> {
  return await new Promise<string>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    client.exec(command, (error, channel) => {
      if (error !== undefined) return reject(error);
      let said = '';
      channel.on('data', (bytes: Buffer) => {
        if (said.length < SAID) said += bytes.toString('utf8');
      });
      channel.stderr.resume();
      channel.once('close', () => {
        signal.removeEventListener('abort', abort);
        resolve(said);
      });
      return undefined;
    });
  });
}
