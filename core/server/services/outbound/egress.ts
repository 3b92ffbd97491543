import { AsyncLocalStorage } from 'node:async_hooks';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';

/** A way out other than this server's own network. */
export interface EgressRoute {
  /**
   * Connects by TCP from the far end, where names are looked up, too.
   * @throws whatever keeps it from that; callers never fall back to their own network
   */
  connect(host: string, port: number, signal: AbortSignal): Promise<Duplex>;
}

const route = new AsyncLocalStorage<EgressRoute>();

/** Has the requests to services that `work` makes leave by a route, those of everything that it calls included. */
export const throughRoute = <T>(by: EgressRoute, work: () => Promise<T>): Promise<T> => route.run(by, work);

/** The route of what runs now; undefined for this server's own network. */
export const currentRoute = (): EgressRoute | undefined => route.getStore();

/** Connects to the origin of an address by a route, with TLS for https. */
export async function connectBy(by: EgressRoute, url: URL, signal: AbortSignal): Promise<Duplex> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isSecure = url.protocol === 'https:';
  const plain = await by.connect(host, Number(url.port || (isSecure ? 443 : 80)), signal);
  if (!isSecure) return plain;
  // Certificates of bare IP addresses are checked against `host`.
  const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
  return connectTls({ socket: plain, host, ...servername, ALPNProtocols: ['http/1.1'] });
}
