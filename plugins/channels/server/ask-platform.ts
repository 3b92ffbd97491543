import type { z } from 'zod';

import type { pause } from '#core/server/services/media/abort-error.ts';
import { askService, readText, ServiceRefusal, tryAgain } from '#core/server/services/providers/ask-service.ts';
import { ProviderFailure, type ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';
import type { Clock } from '#core/server/ground/clock.ts';

import type { VideoReader } from './video-reader.ts';

/** What adapters work with; tests need not wait, and set the time. */
export interface ChannelServices {
  clock: Clock;
  rest: typeof pause;
  videos: VideoReader;
}

/** Milliseconds for an answer, and for each megabyte that is sent; bytes of an answer. */
const [LIMIT, LIMIT_OF_MEGABYTE, MOST_BYTES] = [30_000, 3_000, 4 * 1024 ** 2];
const SAID_LETTERS = 300;

/** What a platform answered. */
export interface PlatformAnswer {
  status: number;
  headers: Headers;
  /** What its JSON says, with whole numbers that are not exact as numbers left as text; undefined for no JSON. */
  body: unknown;
}

export interface PlatformRequest {
  /** GET by default, POST with a body. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: URL;
  headers?: Readonly<Record<string, string>>;
  /** At most one of these. */
  form?: Readonly<Record<string, string>>;
  json?: unknown;
  /** With its media type. */
  body?: Blob;
  /** Statuses besides those of success that are answers. */
  also?: readonly number[];
  /** Whether it is made again when it fails for a moment: what asks is, what changes something is not. */
  again?: boolean;
}

/** What a platform's refusal means. */
export interface Refusal {
  /** The platform's own word for it. */
  code: string;
  said: string;
  /** Decided by the status when absent. */
  kind?: ProviderFailureKind;
  /** Not before then, for `limited`; as the answer's headers say when absent. */
  until?: Date;
}

/** A platform's refusal that says by which status and which word of its own. */
export class PlatformRefusal extends ServiceRefusal {
  readonly code: string;

  constructor(status: number, code: string, ...failure: ConstructorParameters<typeof ProviderFailure>) {
    super(status, ...failure);
    this.code = code;
  }
}

export interface PlatformOptions {
  services: Pick<ChannelServices, 'clock' | 'rest'>;
  /** Reads what a refusal says, or an answer of success that is none; undefined for an answer that is one. */
  refusalOf(answer: PlatformAnswer): Refusal | undefined;
  /** As in `ServiceRequest`. */
  send?: (url: URL, init: RequestInit) => Promise<Response>;
}

export type AskPlatform = (request: PlatformRequest, signal?: AbortSignal) => Promise<PlatformAnswer>;

/**
 * Asks one platform, in its own words for refusals.
 * @returns a function that throws a {@link PlatformRefusal}, or a ProviderFailure `unavailable` without a whole answer
 */
export function platformAsker({ services, refusalOf, send }: PlatformOptions): AskPlatform {
  const failureOf = (host: string, answer: PlatformAnswer): PlatformRefusal => {
    const { status, headers, body } = answer;
    const refusal = refusalOf(answer);
    const { code, kind = kindOf(status), until } = refusal ?? { code: '' };
    const said = refusal?.said?.slice(0, SAID_LETTERS).trim();
    const message = `${host} answered ${status} ${code} ${said ?? JSON.stringify(body)?.slice(0, SAID_LETTERS) ?? ''}`;
    const when = kind === 'limited' ? (until ?? untilOf(headers, services.clock.now())) : undefined;
    const more = {
      ...(when === undefined ? {} : { until: when }),
      ...(said === undefined || said === '' ? {} : { said }),
    };
    return new PlatformRefusal(status, code, kind, message, more);
  };

  return async ({ method, url, headers, form, json, body, also = [], again }, signal) => {
    const sent = json !== undefined ? JSON.stringify(json) : (body ?? form);
    const verb = method ?? (sent === undefined ? 'GET' : 'POST');
    const ask = () =>
      askService(
        {
          ...{ url, also, does: 'takes videos' },
          ...(send === undefined ? {} : { send }),
          limit: LIMIT + Math.ceil((body?.size ?? 0) / 1024 ** 2) * LIMIT_OF_MEGABYTE,
          init: {
            method: verb,
            headers: { accept: 'application/json', ...typeOf(form, json, body), ...headers },
            ...(sent === undefined ? {} : { body: form === undefined ? sent : new URLSearchParams(form).toString() }),
          } as RequestInit,
          async take(response) {
            const answer = await readAnswer(response);
            if (refusalOf(answer) !== undefined && !also.includes(answer.status)) throw failureOf(url.host, answer);
            return answer;
          },
          refuse: async (response) => failureOf(url.host, await readAnswer(response)),
        },
        signal,
      );
    return (again ?? verb === 'GET') ? tryAgain(ask, signal, services.rest) : ask();
  };
}

/** Reads an answer. @throws ProviderFailure `unavailable` for one of another form, since nobody knows what it means */
export function read<T>(schema: z.ZodType<T>, { body }: Pick<PlatformAnswer, 'body'>): T {
  const { data, error } = schema.safeParse(body);
  if (error !== undefined) throw new ProviderFailure('unavailable', 'an answer of another form', { cause: error });
  return data as T;
}

function typeOf(form: unknown, json: unknown, body: Blob | undefined): Record<string, string> {
  if (form !== undefined) return { 'content-type': 'application/x-www-form-urlencoded' };
  if (json !== undefined) return { 'content-type': 'application/json; charset=UTF-8' };
  return body === undefined || body.type === '' ? {} : { 'content-type': body.type };
}

async function readAnswer(response: Response): Promise<PlatformAnswer> {
  const text = await readText(response, MOST_BYTES);
  return { status: response.status, headers: response.headers, body: readLossless(text) };
}

/** JSON whose whole numbers keep every digit: those too large for a number become text. Undefined for anything else. */
export function readLossless(text: string): unknown {
  const exact = (_key: string, value: unknown, { source = '' }: { source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
  try {
    // Types of JSON.parse do not know the source of a value.
    return JSON.parse(text, exact as (key: string, value: unknown) => unknown);
  } catch {
    return undefined;
  }
}

function kindOf(status: number): ProviderFailureKind {
  if (status === 401) return 'unauthorised';
  if (status === 429) return 'limited';
  return status >= 500 ? 'unavailable' : 'refused';
}

/** `Retry-After` in seconds or as a date. */
function untilOf(headers: Headers, now: Date): Date | undefined {
  const said = headers.get('retry-after');
  if (said === null) return undefined;
  const time = /^\d+$/.test(said) ? now.getTime() + Number(said) * 1000 : Date.parse(said);
  return Number.isNaN(time) ? undefined : new Date(time);
}
