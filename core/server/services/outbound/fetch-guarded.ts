import type { IncomingMessage } from 'node:http';

import { ExpectedError, fail } from '#core/contract/errors.ts';

import { isPublicAddress } from './public-address.ts';
import { refuseAddress, sendGuarded } from './send-guarded.ts';

export interface GuardedFetchOptions {
  /** The most bytes that the response may have. */
  maxBytes: number;
  /** Milliseconds for the whole fetch, redirects included; 10 000 by default. */
  timeout?: number;
  /** Which IP addresses may be connected to; public internet addresses by default. */
  allows?: (address: string) => boolean;
  /** Whether an address tells enough by itself: the fetch ends at the first such one, without asking it. */
  endsAt?: (url: URL) => boolean;
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
      if (options.endsAt?.(current) === true) return { bytes: Buffer.alloc(0), url: current };
      const answer = await sendGuarded(current, { allows, signal, headers: { accept: '*/*' } });
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
  if (to === null || (from.protocol === 'https:' && to.protocol !== 'https:')) refuseAddress(from.host);
  return to;
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
