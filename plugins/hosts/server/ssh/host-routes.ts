import { asc, eq, isNotNull } from 'drizzle-orm';
import type { Client, ClientChannel } from 'ssh2';

import type { ServerContext } from '#core/server/plugins/context.ts';

import type { HostRoutes } from '../api.ts';
import { allowedAddresses, targetOf } from '../health/check-hosts.ts';
import { hostsNodes, type HostRow } from '../tables.ts';
import { openSession, SshFault } from './open-session.ts';

/** An SSH connection, and how many tunnels are in it. */
interface Shared {
  client: Promise<Client>;
  used: number;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Hosts as ways out: tunnels in SSH connections, one for each host.
 * @param idle milliseconds for which a connection that nothing uses is kept
 */
export function hostRoutes(ctx: ServerContext, idle = 30_000): HostRoutes {
  const connections = new Map<string, Shared>();

  /** The connection to a host as it is stored now: with another address, login or key it is another one. */
  function share(host: HostRow): Shared {
    const key = JSON.stringify([host.id, host.ip, host.elasticIp, host.port, host.user, host.secret, host.hostKey]);
    const known = connections.get(key);
    if (known !== undefined) return known;
    const forget = (): void => {
      if (connections.get(key) === shared) connections.delete(key);
    };
    const opening = async (): Promise<Client> => {
      const { signal } = new AbortController();
      const client = await openSession(targetOf(ctx, host), { allows: await allowedAddresses(ctx), signal });
      client.once('close', forget);
      return client;
    };
    const shared: Shared = { client: opening(), used: 0, idle: undefined };
    connections.set(key, shared);
    shared.client.catch(forget);
    return shared;
  }

  function release(shared: Shared): void {
    shared.used -= 1;
    if (shared.used > 0) return;
    shared.idle = setTimeout(() => {
      // One that could not be opened is gone already.
      shared.client.then(
        (client) => client.end(),
        () => undefined,
      );
    }, idle);
    shared.idle.unref();
  }

  async function tunnel(host: HostRow, to: string, port: number): Promise<ClientChannel> {
    if (host.hostKey === null) throw new SshFault('unknown-key');
    const shared = share(host);
    clearTimeout(shared.idle);
    shared.used += 1;
    try {
      const client = await shared.client;
      return await new Promise<ClientChannel>((resolve, reject) => {
        client.forwardOut('127.0.0.1', 0, to, port, (error, channel) => {
          if (error !== undefined) return reject(error);
          channel.once('close', () => release(shared));
          return resolve(channel);
        });
      });
    } catch (error) {
      release(shared);
      throw error;
    }
  }

  return {
    async list(accountId) {
      const where = isNotNull(hostsNodes.hostKey);
      const rows = await ctx.db.scope(accountId).select(hostsNodes, { where, orderBy: asc(hostsNodes.name) });
      return rows.map(({ id, name, state }) => ({ id, name, isUp: state === 'healthy' || state === 'unfit' }));
    },

    async names(accountId) {
      const rows = await ctx.db.scope(accountId).select(hostsNodes, {});
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    async route(accountId, id) {
      const find = () => ctx.db.scope(accountId).find(hostsNodes, eq(hostsNodes.id, id));
      if ((await find()) === undefined) return undefined;
      return {
        async connect(to, port, signal) {
          // As it is now: its owner may have changed or removed it since.
          const host = await find();
          if (host === undefined) throw new SshFault('unreachable');
          signal.throwIfAborted();
          const stream = await tunnel(host, to, port);
          const abort = (): void => void stream.destroy();
          if (signal.aborted) abort();
          signal.addEventListener('abort', abort, { once: true });
          stream.once('close', () => signal.removeEventListener('abort', abort));
          return stream;
        },
      };
    },
  };
}
