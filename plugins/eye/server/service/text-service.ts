import { open, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

import { z } from 'zod';

import { LANGUAGE_TAG } from '#core/contract/languages.ts';
import { throwIfCancelled } from '#core/server/services/media/abort-error.ts';
import { createSlots } from '#core/server/services/media/slots.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { PictureLines } from '#core/server/services/providers/picture-text.ts';

import { readEach } from '../read-each.ts';

/** Milliseconds for an answer, and its bytes at most. */
const [LIMIT, MOST_BYTES] = [60_000, 4 * 1024 ** 2];
/** Milliseconds after which a request is made again that failed for a moment, one after the other. */
const PAUSES = [500, 3_000];

const aboutSchema = z.object({
  version: z.string().min(1).max(100),
  languages: z.array(z.string().regex(LANGUAGE_TAG)).min(1).max(500),
  draft: z.boolean().default(false),
});

const side = z.number().positive().max(100_000);
const corner = z.tuple([z.number(), z.number()]);
const linesSchema = z.object({
  width: side,
  height: side,
  lines: z
    .array(
      z.object({
        text: z.string().max(5_000),
        confidence: z.number().min(0).max(1),
        corners: z.tuple([corner, corner, corner, corner]),
      }),
    )
    .max(5_000),
});

export interface TextServiceOptions {
  address: string;
  /** Sent as a bearer token; none when empty. */
  key: string;
  /** Pictures that are sent at once. */
  atOnce: number;
}

/**
 * A service that speaks the protocol of docs/picture-text-service.md.
 * @throws ProviderFailure when it cannot be reached, or says nothing sensible about itself
 */
export async function openTextService({ address, key, atOnce }: TextServiceOptions): Promise<Opened<'picture-text'>> {
  const slots = createSlots(atOnce);
  const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
  const about = async (signal?: AbortSignal) =>
    await ask(new URL(address), { method: 'GET', headers }, aboutSchema, signal);
  const { version, languages, draft } = await about();

  async function readOne(path: string, wanted: readonly string[], signal?: AbortSignal): Promise<PictureLines> {
    const url = new URL(address);
    url.searchParams.set('languages', wanted.join(','));
    const init = {
      method: 'POST',
      headers: { ...headers, 'content-type': await typeOf(path) },
      body: await readFile(path),
    };
    for (const pause of [...PAUSES, undefined]) {
      try {
        return await ask(url, init, linesSchema, signal);
      } catch (error) {
        const isPassing = error instanceof ProviderFailure && error.kind === 'unavailable';
        if (!isPassing || pause === undefined) throw error;
        await wait(pause, undefined, { signal });
      }
    }
    throw new TypeError('not reached: the last try answers or throws');
  }

  return {
    ...{ version: `${address} ${version}`, draft },
    languages: async () => languages,
    async read(pictures, options) {
      return await readEach(pictures, options, async (path, signal) => {
        const release = await slots.acquire(signal);
        try {
          return await readOne(path, options.languages, signal);
        } finally {
          release();
        }
      });
    },
    async probe(signal) {
      await about(signal);
    },
  };
}

async function ask<T extends z.ZodType>(
  url: URL,
  init: { method: string; headers: Record<string, string>; body?: Buffer<ArrayBuffer> },
  schema: T,
  signal?: AbortSignal,
): Promise<z.output<T>> {
  const limit = AbortSignal.timeout(LIMIT);
  let response: Response;
  try {
    const either = signal === undefined ? limit : AbortSignal.any([limit, signal]);
    response = await fetch(url, { ...init, redirect: 'error', signal: either });
    if (response.ok) return schema.parse(JSON.parse(await textOf(response)));
  } catch (error) {
    throwIfCancelled(signal);
    if (error instanceof ProviderFailure) throw error;
    if (error instanceof z.ZodError || error instanceof SyntaxError) {
      throw new ProviderFailure('configuration', `${url.host} does not answer as a service that reads text should`, {
        cause: error,
      });
    }
    throw new ProviderFailure('unavailable', `${url.host} gave no answer`, { cause: error });
  }
  const said = (await textOf(response).catch(() => '')).slice(0, 300);
  const message = `${url.host} answered ${response.status} ${said}`;
  switch (response.status) {
    case 401:
    case 403:
    case 404:
    case 405:
      throw new ProviderFailure('configuration', message);
    case 429: {
      const seconds = Number(response.headers.get('retry-after'));
      throw new ProviderFailure(
        'limited',
        message,
        seconds > 0 ? { until: new Date(Date.now() + seconds * 1000) } : {},
      );
    }
    default:
      throw new ProviderFailure(response.status < 500 ? 'refused' : 'unavailable', message);
  }
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  if (response.body === null) return '';
  for await (const piece of response.body as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new ProviderFailure('refused', `the answer has more than ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

async function typeOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (buffer[0] === 0xff) return 'image/jpeg';
    return buffer[0] === 0x89 ? 'image/png' : 'image/webp';
  } finally {
    await file.close();
  }
}
