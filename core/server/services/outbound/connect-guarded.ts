import { connect, isIP, type Socket } from 'node:net';

import { guardedLookup, refuseAddress } from './send-guarded.ts';

/** Where to connect to, and where that may lead. */
export interface GuardedConnection {
  /** A host name or an IP address. */
  host: string;
  port: number;
  /** Which IP addresses may be connected to. */
  allows: (address: string) => boolean;
  signal: AbortSignal;
}

/**
 * Connects by TCP to an address that a user entered, and to nowhere else: the resolved IP address is checked when the
 * connection is made.
 * @throws expected `core:outbound.refused`; whatever the connection fails with; the signal's reason
 */
export async function connectGuarded({ host, port, allows, signal }: GuardedConnection): Promise<Socket> {
  signal.throwIfAborted();
  // An IP address is connected to without a lookup.
  if (isIP(host) !== 0 && !allows(host)) refuseAddress(host);
  const socket = connect({ host, port, lookup: guardedLookup(host, allows), noDelay: true });
  return await new Promise<Socket>((resolve, reject) => {
    const abort = (): void => void socket.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    socket.once('connect', () => {
      signal.removeEventListener('abort', abort);
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
    socket.once('close', () => signal.removeEventListener('abort', abort));
  });
}
