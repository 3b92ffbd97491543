import { lookup, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';

import { ExpectedError, fail } from '#core/contract/errors.ts';

import { connectBy, currentRoute } from './egress.ts';

/** A request, and where it may lead. */
export interface GuardedRequest {
  /** Which IP addresses may be connected to. */
  allows: (address: string) => boolean;
  signal: AbortSignal;
  /** GET by default. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  /** Read while it is sent: a blob of a file is never in memory as a whole. */
  body?: string | Blob;
}

/** Statuses of which the Fetch standard knows no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Sends one request to an address that a user entered, and to nowhere else: the resolved IP address is checked when the
 * connection is made, and no redirect is followed. Within `throughRoute` the connection is made by that route, whose far
 * end is not this server's network, so that any address may be meant.
 * @throws expected `core:outbound.refused`; whatever the connection fails with
 */
export async function sendGuarded(
  url: URL,
  { allows, signal, method = 'GET', headers = {}, body }: GuardedRequest,
): Promise<IncomingMessage> {
  const route = currentRoute();
  assertMayAsk(url, route === undefined ? allows : () => true);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const routed = route === undefined ? undefined : await connectBy(route, url, signal);
  const length = body === undefined ? {} : { 'content-length': String(new Blob([body]).size) };
  return new Promise((resolve, reject) => {
    const request = send(url, {
      // A fresh connection: one made under other rules must not be reused.
      ...(routed === undefined
        ? { agent: false, lookup: guardedLookup(url.host, allows) }
        : { createConnection: () => routed, defaultPort: url.protocol === 'https:' ? 443 : 80 }),
      ...{ signal, method },
      headers: { 'accept-encoding': 'identity', 'user-agent': 'reelport', ...headers, ...length },
    });
    request.once('response', resolve);
    // Stays: a server that has answered may close the connection while the body is still being sent.
    request.on('error', reject);
    if (body === undefined || typeof body === 'string') {
      request.end(body);
    } else {
      const content = Readable.fromWeb(body.stream() as Parameters<typeof Readable.fromWeb>[0]);
      content.once('error', (error) => request.destroy(error));
      request.once('close', () => content.destroy());
      content.pipe(request);
    }
  });
}

/** `fetch`, by the route of what runs now if there is one; bodies and headers then as {@link guardedFetch} takes them. */
export const routedFetch = (url: URL, init: RequestInit): Promise<Response> =>
  currentRoute() === undefined ? fetch(url, init) : guardedFetch(() => true)(url, init);

/** As `fetch`, but guarded as {@link sendGuarded} is; of bodies it takes text and blobs, of headers a plain object. */
export const guardedFetch =
  (allows: (address: string) => boolean) =>
  async (url: URL, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> => {
    const answer = await sendGuarded(url, {
      ...{ allows, method, signal: signal ?? new AbortController().signal },
      headers: (headers ?? {}) as Record<string, string>,
      ...(body === undefined || body === null ? {} : { body: body as string | Blob }),
    });
    const status = answer.statusCode ?? 0;
    const fields = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    if (WITHOUT_BODY.has(status)) {
      answer.resume();
      return new Response(null, { status, headers: fields });
    }
    return new Response(Readable.toWeb(answer) as ReadableStream, { status, headers: fields });
  };

/** @throws expected `core:outbound.refused` */
export function refuseAddress(host: string): never {
  fail('core:outbound.refused', { host }, { kind: 'invalid' });
}

function assertMayAsk(url: URL, allows: (address: string) => boolean): void {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') refuseAddress(url.host);
  // An IP address is connected to without a lookup.
  const figures = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(figures) !== 0 && !allows(figures)) refuseAddress(url.host);
}

/** Looks a host name up and refuses it when any of its addresses is not allowed. */
export function guardedLookup(host: string, allows: (address: string) => boolean): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined) {
        done(error ?? new Error(`${name} has no address`), '');
      } else if (found.some(({ address }) => !allows(address))) {
        done(new ExpectedError('core:outbound.refused', { host }, { kind: 'invalid' }), '');
      } else if (options.all === true) {
        done(null, found);
      } else {
        done(null, first.address, first.family);
      }
    });
  };
}
