import { open, readFile } from 'node:fs/promises';

import { z } from 'zod';

import { LANGUAGE_TAG } from '#core/contract/languages.ts';
import { createSlots } from '#core/server/services/media/slots.ts';
import { askService, readText, tryAgain } from '#core/server/services/providers/ask-service.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import type { PictureLines } from '#core/server/services/providers/picture-text.ts';

import { readEach } from '../read-each.ts';

/** Milliseconds for an answer, and its bytes at most. */
const [LIMIT, MOST_BYTES] = [60_000, 4 * 1024 ** 2];

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
  const ask = <T extends z.ZodType>(url: URL, init: RequestInit, schema: T, signal?: AbortSignal) =>
    askService<z.output<T>>(
      {
        ...{ url, init, does: 'reads text', limit: LIMIT },
        take: async (response) => schema.parse(JSON.parse(await readText(response, MOST_BYTES))),
      },
      signal,
    );
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
    return tryAgain(() => ask(url, init, linesSchema, signal), signal);
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
