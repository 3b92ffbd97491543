import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';

import { pause, throwIfCancelled } from '../media/abort-error.ts';
import { routedFetch } from '../outbound/send-guarded.ts';
import { ProviderFailure } from './provider-failure.ts';

/** Milliseconds after which a request is made again that failed for a moment, one after the other. */
const PAUSES = [500, 3_000];

/** A request to a service, and what its answer is read by. */
export interface ServiceRequest<T> {
  url: URL;
  /** What the service is for, in messages: "reads text". */
  does: string;
  /** Milliseconds until the answer has to be read. */
  limit: number;
  init: RequestInit;
  /** May throw what zod throws, a SyntaxError, or a ProviderFailure. */
  take(response: Response): Promise<T>;
  /** Statuses besides those of success that are taken, such as 308 of an upload that goes on. */
  also?: readonly number[];
  /** Why it was refused; by its status alone when absent. */
  refuse?(response: Response): Promise<ProviderFailure>;
  /** What sends it, for addresses that users enter; `fetch` by default, by the route of what runs now. */
  send?: (url: URL, init: RequestInit) => Promise<Response>;
}

/** A refusal that says by which status. */
export class ServiceRefusal extends ProviderFailure {
  readonly status: number;

  constructor(status: number, ...failure: ConstructorParameters<typeof ProviderFailure>) {
    super(...failure);
    this.status = status;
  }
}

/** Whether an error is a service's answer with one of these statuses. */
export const isAnswered = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof ServiceRefusal && statuses.includes(error.status);

/**
 * Asks a service, once; it leads nowhere else. A body that is a blob of a file is read while it is sent.
 * @throws ProviderFailure: `configuration` for an answer that makes no sense, 401, 403, 404 and 405, `limited` for 429,
 *   `refused` for others below 500, `unavailable` for all else; what `send` expects; AbortError
 */
export async function askService<T>(
  { url, does, limit, init, take, also = [], refuse, send = routedFetch }: ServiceRequest<T>,
  signal?: AbortSignal,
): Promise<T> {
  const timeout = AbortSignal.timeout(Math.ceil(limit));
  try {
    const either = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
    // 308 is a redirect to fetch.
    const redirect = also.length > 0 ? 'manual' : 'error';
    const response = await send(url, { ...init, redirect, signal: either });
    if (!response.ok && !also.includes(response.status)) {
      throw await (refuse?.(response) ?? refusal(url.host, response));
    }
    return await take(response);
  } catch (error) {
    throwIfCancelled(signal);
    if (error instanceof ProviderFailure || error instanceof ExpectedError) throw error;
    if (error instanceof z.ZodError || error instanceof SyntaxError) {
      const message = `${url.host} does not answer as a service that ${does} should`;
      throw new ProviderFailure('configuration', message, { cause: error });
    }
    throw new ProviderFailure('unavailable', `${url.host} gave no answer, or no whole answer`, { cause: error });
  }
}

/** Makes a request, and twice again where it fails as `unavailable`. @param rest waits; tests need not */
export async function tryAgain<T>(ask: () => Promise<T>, signal?: AbortSignal, rest = pause): Promise<T> {
  for (const wait of PAUSES) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'unavailable') throw error;
      await rest(wait, signal);
    }
  }
  return ask();
}

/** Reads an answer as text. @throws ProviderFailure `refused` for more bytes than that */
export async function readText({ body }: Response, most: number): Promise<string> {
  if (body === null) return '';
  const pieces: Uint8Array[] = [];
  // Types of fetch do not know that streams of Node.js are iterable.
  for await (const piece of upTo(most)(body as unknown as AsyncIterable<Uint8Array>)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** Lets so many bytes through. @throws ProviderFailure `refused` for more */
export function upTo(most: number) {
  return async function* (pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > most) throw new ProviderFailure('refused', `the answer has more than ${most} bytes`);
      yield piece;
    }
  };
}

/** Bytes that are read of an answer that refuses, and letters that are told of it. */
const [REFUSAL_BYTES, REFUSAL_LETTERS] = [64 * 1024, 300];

async function refusal(host: string, response: Response): Promise<ServiceRefusal> {
  const { status } = response;
  const said = (await readText(response, REFUSAL_BYTES).catch(() => '')).slice(0, REFUSAL_LETTERS);
  const message = `${host} answered ${status} ${said}`;
  if ([401, 403, 404, 405].includes(status)) return new ServiceRefusal(status, 'configuration', message);
  if (status !== 429) return new ServiceRefusal(status, status < 500 ? 'refused' : 'unavailable', message);
  const seconds = Number(response.headers.get('retry-after'));
  const until = seconds > 0 ? { until: new Date(Date.now() + seconds * 1000) } : {};
  return new ServiceRefusal(status, 'limited', message, until);
}
