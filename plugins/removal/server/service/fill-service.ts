import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { z } from 'zod';

import { pause, throwIfCancelled } from '#core/server/services/media/abort-error.ts';
import type { InpaintingService, InpaintingState } from '#core/server/services/providers/inpainting.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

/** Milliseconds for an answer, and for each megabyte that is sent or fetched; bytes of an answer that is JSON. */
const [LIMIT, LIMIT_OF_MEGABYTE, MOST_BYTES] = [30_000, 2_000, 64 * 1024];
/** Milliseconds after which a request is made again that failed for a moment, one after the other. */
const PAUSES = [500, 3_000];

const aboutSchema = z.object({
  version: z.string().min(1).max(100),
  atOnce: z.int().min(1).max(64).default(1),
  mostFrames: z.int().min(16).max(2_000).default(120),
});

const share = z.number().min(0).max(1).nullable().default(null);
const stateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting'), progress: share }),
  z.object({ state: z.literal('running'), progress: share }),
  z.object({ state: z.literal('ready') }),
  z.object({ state: z.literal('failed'), reason: z.string().max(2_000).default('') }),
]);

export interface FillServiceOptions {
  address: string;
  /** Sent as a bearer token; none when empty. */
  key: string;
  mostSeconds: number;
}

/** A request, and what its answer is read by before the time is over. */
interface Asked<T> {
  method: 'GET' | 'PUT' | 'DELETE';
  /** What follows the service's address, without a slash. */
  path?: string;
  /** A file that is sent. */
  file?: string;
  /** Bytes that are fetched, at most. */
  most?: number;
  take(response: Response): Promise<T>;
}

/**
 * A service that speaks the protocol of docs/picture-fill-service.md. It is only ever asked at its own address: what it
 * answers names no other.
 * @throws ProviderFailure when it cannot be reached, or says nothing sensible about itself
 */
export async function openFillService({
  address,
  key,
  mostSeconds,
}: FillServiceOptions): Promise<Opened<'inpainting'>> {
  const base = new URL(address);
  const authorization: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };

  async function askOnce<T>({ method, path, file, most = 0, take }: Asked<T>, signal?: AbortSignal): Promise<T> {
    const url = new URL(base);
    if (path !== undefined) url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
    const size = file === undefined ? 0 : (await stat(file)).size;
    const limit = AbortSignal.timeout(LIMIT + Math.ceil(Math.max(size, most) / 1024 ** 2) * LIMIT_OF_MEGABYTE);
    const body = file === undefined ? undefined : createReadStream(file);
    try {
      const response = await fetch(url, {
        ...{ method, redirect: 'error', signal: signal === undefined ? limit : AbortSignal.any([limit, signal]) },
        headers: { ...authorization, ...(body === undefined ? {} : sentHeaders(size)) },
        ...(body === undefined ? {} : { body: Readable.toWeb(body), duplex: 'half' }),
        // Types of fetch know neither streams of Node.js nor how they are sent.
      } as unknown as RequestInit);
      if (!response.ok) throw await refusal(url.host, response);
      return await take(response);
    } catch (error) {
      throwIfCancelled(signal);
      if (error instanceof ProviderFailure) throw error;
      if (error instanceof z.ZodError || error instanceof SyntaxError) {
        const message = `${url.host} does not answer as a service that fills pictures should`;
        throw new ProviderFailure('configuration', message, { cause: error });
      }
      throw new ProviderFailure('unavailable', `${url.host} gave no whole answer`, { cause: error });
    } finally {
      body?.destroy();
    }
  }

  async function ask<T>(asked: Asked<T>, signal?: AbortSignal): Promise<T> {
    for (const wait of PAUSES) {
      try {
        return await askOnce(asked, signal);
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.kind !== 'unavailable') throw error;
        await pause(wait, signal);
      }
    }
    return askOnce(asked, signal);
  }

  const takeAbout = async (response: Response) => aboutSchema.parse(await readJson(response));
  const askAbout = (signal?: AbortSignal) => ask({ method: 'GET', take: takeAbout }, signal);
  const { version, atOnce, mostFrames } = await askAbout();

  const service: InpaintingService = {
    form: 'service',
    ...{ version: `${address} ${version}`, atOnce, mostFrames, mostSeconds },
    async start({ path }, reference, signal) {
      try {
        await ask({ method: 'PUT', path: `jobs/${reference}`, file: path, take: ended }, signal);
      } catch (error) {
        // What was sent before is there already.
        if (!isAnswered(error, 409)) throw error;
      }
    },
    async check(reference, signal): Promise<InpaintingState> {
      try {
        const take = async (response: Response) => stateSchema.parse(await readJson(response));
        return await ask({ method: 'GET', path: `jobs/${reference}`, take }, signal);
      } catch (error) {
        if (isAnswered(error, 404, 410)) return { state: 'lost' };
        throw error;
      }
    },
    async fetch(reference, { path, most }, signal) {
      const take = (response: Response) =>
        pipeline(Readable.fromWeb(bodyOf(response)), upTo(most), createWriteStream(path));
      await ask({ method: 'GET', path: `jobs/${reference}/pictures`, most, take }, signal);
    },
    async cancel(reference) {
      try {
        await ask({ method: 'DELETE', path: `jobs/${reference}`, take: ended });
      } catch (error) {
        if (!isAnswered(error, 404, 410)) throw error;
      }
    },
  };
  return {
    ...service,
    async probe(signal) {
      await askAbout(signal);
    },
  };
}

/** A refusal that says by which status. */
class Refusal extends ProviderFailure {
  readonly status: number;

  constructor(status: number, ...failure: ConstructorParameters<typeof ProviderFailure>) {
    super(...failure);
    this.status = status;
  }
}

const isAnswered = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof Refusal && statuses.includes(error.status);

async function refusal(host: string, response: Response): Promise<Refusal> {
  const { status } = response;
  const said = (await textOf(response).catch(() => '')).slice(0, 300);
  const message = `${host} answered ${status} ${said}`;
  if ([401, 403, 404, 405].includes(status)) return new Refusal(status, 'configuration', message);
  if (status !== 429) return new Refusal(status, status < 500 ? 'refused' : 'unavailable', message);
  const seconds = Number(response.headers.get('retry-after'));
  return new Refusal(status, 'limited', message, seconds > 0 ? { until: new Date(Date.now() + seconds * 1000) } : {});
}

const sentHeaders = (bytes: number) => ({ 'content-type': 'video/x-yuv4mpeg', 'content-length': String(bytes) });

const ended = async (response: Response): Promise<void> => void (await textOf(response));

const readJson = async (response: Response): Promise<unknown> => JSON.parse(await textOf(response));

const bodyOf = ({ body }: Response) => (body ?? new Blob([]).stream()) as Parameters<typeof Readable.fromWeb>[0];

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of upTo(MOST_BYTES)(Readable.fromWeb(bodyOf(response)))) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** Lets so many bytes through. @throws ProviderFailure for more */
function upTo(most: number) {
  return async function* (pieces: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const piece of pieces) {
      bytes += (piece as Uint8Array).length;
      if (bytes > most) throw new ProviderFailure('refused', `the answer has more than ${most} bytes`);
      yield piece as Uint8Array;
    }
  };
}
