import { lookup, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

import { ExpectedError, fail } from '#core/contract/errors.ts';

import { isPublicAddress } from './public-address.ts';

export interface GuardedFetchOptions {
  /** The most bytes that the response may have. */
  maxBytes: number;
  /** Milliseconds for the whole fetch, redirects included; 10 000 by default. */
  timeout?: number;
  /** Which IP addresses may be connected to; public internet addresses by default. */
  allows?: (address: string) => boolean;
  /** Aborts the fetch. */
  signal?: AbortSignal;
}

const TIMEOUT_MILLISECONDS = 10_000;
const REDIRECTS = 5;
const REDIRECTING = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches an address that a user entered, but never from inside the server's own network: the resolved IP
 * address is checked when the connection is made, and again for every redirect, so that a second lookup cannot
 * lead elsewhere.
 * @returns the response body, and the address it finally came from
 * @throws expected `core:outbound.…`
 */
export async function fetchGuarded(url: URL, options: GuardedFetchOptions): Promise<{ bytes: Buffer; url: URL }> {
  const timeout = AbortSignal.timeout(options.timeout ?? TIMEOUT_MILLISECONDS);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  const allows = options.allows ?? isPublicAddress;
  let current = url;
  try {
    for (let hop = 0; hop <= REDIRECTS; hop += 1) {
      assertMayAsk(current, allows);
      const answer = await ask(current, { allows, signal });
      const status = answer.statusCode ?? 0;
      const { location } = answer.headers;
      if (REDIRECTING.has(status) && location !== undefined) {
        answer.destroy();
        current = redirected(location, current);
        continue;
      }
      if (status !== 200) {
        answer.destroy();
        fail('core:outbound.status', { host: current.host, status }, { kind: 'invalid' });
      }
      return { bytes: await take(answer, options.maxBytes, current), url: current };
    }
  } catch (error) {
    if (error instanceof ExpectedError) throw error;
    if (timeout.aborted) fail('core:outbound.timeout', { host: current.host }, { kind: 'invalid', cause: error });
    fail('core:outbound.failed', { host: current.host }, { kind: 'invalid', cause: error });
  }
  fail('core:outbound.redirects', { host: url.host }, { kind: 'invalid' });
}

function redirected(location: string, from: URL): URL {
  const to = URL.parse(location, from.href);
  // A redirect from https to http is refused.
  if (to === null || (from.protocol === 'https:' && to.protocol !== 'https:')) refuse(from.host);
  return to;
}

function assertMayAsk(url: URL, allows: (address: string) => boolean): void {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') refuse(url.host);
  // An IP address is connected to without a lookup.
  const figures = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(figures) !== 0 && !allows(figures)) refuse(url.host);
}

function refuse(host: string): never {
  fail('core:outbound.refused', { host }, { kind: 'invalid' });
}

function ask(
  url: URL,
  { allows, signal }: { allows: (address: string) => boolean; signal: AbortSignal },
): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      // A fresh connection: one made under other rules must not be reused.
      agent: false,
      lookup: guardedLookup(url.host, allows),
      signal,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'reelport' },
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.end();
  });
}

/** Looks a host name up and refuses it when any of its addresses is not allowed. */
function guardedLookup(host: string, allows: (address: string) => boolean): LookupFunction {
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

async function take(answer: IncomingMessage, maxBytes: number, { host }: URL): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > maxBytes) {
      fail('core:outbound.too-large', { host, megabytes: Math.floor(maxBytes / 1024 / 1024) }, { kind: 'too-large' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
