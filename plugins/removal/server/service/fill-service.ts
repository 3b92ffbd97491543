import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { z } from 'zod';

import { askService, isAnswered, readText, tryAgain, upTo } from '#core/server/services/providers/ask-service.ts';
import type { InpaintingService, InpaintingState } from '#core/server/services/providers/inpainting.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';

/** Milliseconds for an answer, and for each megabyte that is sent or fetched; bytes of an answer that is JSON. */
const [LIMIT, LIMIT_OF_MEGABYTE, MOST_BYTES] = [30_000, 2_000, 64 * 1024];

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
    const limit = LIMIT + Math.ceil(Math.max(size, most) / 1024 ** 2) * LIMIT_OF_MEGABYTE;
    const body = file === undefined ? undefined : createReadStream(file);
    const init = {
      method,
      headers: { ...authorization, ...(body === undefined ? {} : sentHeaders(size)) },
      ...(body === undefined ? {} : { body: Readable.toWeb(body), duplex: 'half' }),
      // Types of fetch know neither streams of Node.js nor how they are sent.
    } as unknown as RequestInit;
    try {
      return await askService({ url, init, limit, take, does: 'fills pictures' }, signal);
    } finally {
      body?.destroy();
    }
  }

  const ask = <T>(asked: Asked<T>, signal?: AbortSignal): Promise<T> => tryAgain(() => askOnce(asked, signal), signal);

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

const sentHeaders = (bytes: number) => ({ 'content-type': 'video/x-yuv4mpeg', 'content-length': String(bytes) });

const ended = async (response: Response): Promise<void> => void (await readText(response, MOST_BYTES));

const readJson = async (response: Response): Promise<unknown> => JSON.parse(await readText(response, MOST_BYTES));

const bodyOf = ({ body }: Response) => (body ?? new Blob([]).stream()) as Parameters<typeof Readable.fromWeb>[0];
