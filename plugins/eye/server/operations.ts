import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { defineOperation, type Operation } from '#core/server/services/media/operation.ts';
import { readMaterial } from '#core/server/services/media/operations/material.ts';
import type { PictureTextProvider } from '#core/server/services/providers/picture-text.ts';

import { joinCues } from './join-cues.ts';
import { readWindow } from './window/read-window.ts';
import { textTrackSchema } from './window/text-track.ts';

/** Who reads: the service's id, what it was when it was asked, and which languages. */
const readerSchema = z.object({ engine: z.string(), version: z.string(), languages: z.array(z.string()) });

/** Names of the operations. */
export const [READ_PICTURE, READ_WINDOW, JOIN_CUES] = ['eye.picture', 'eye.window', 'eye.cues'] as const;
/** The file in the output folder of each of them. */
export const FILE = 'text.json';
/** Text is read in videos of any length. */
export const ANY_LENGTH = { minSeconds: 0 };

const pictureParams = z.strictObject(readerSchema.shape);
const windowParams = z.strictObject({ ...readerSchema.shape, start: z.number(), seconds: z.number() });
const cuesParams = z.strictObject({ shape: z.number() });

/** The render operations of the eye: reading a picture, a stretch of a video, and making texts of what was read. */
export function eyeOperations(ctx: Pick<ServerContext, 'providers'>): Operation[] {
  const readPicture = defineOperation({
    ...{ name: READ_PICTURE, version: 1, params: pictureParams },
    cost: () => 0.5,
    async build({ sources: [source], folder, signal }, { languages, ...reader }) {
      if (source === undefined) throw new TypeError(`${READ_PICTURE}: takes one source`);
      const provider = await readerOf(ctx, reader);
      const [read] = await source.read((path) => provider.read([path], { languages, signal }));
      await writeFile(join(folder, FILE), JSON.stringify(read));
    },
  });
  const readStretch = defineOperation({
    ...{ name: READ_WINDOW, version: 1, params: windowParams },
    cost: ({ seconds }) => 1 + seconds * 0.4,
    async build({ runner, inputs: [inspected = ''], sources: [source], folder, signal, progress }, params) {
      if (source === undefined) throw new TypeError(`${READ_WINDOW}: takes one source and the node of its inspection`);
      const { languages, start, seconds, ...reader } = params;
      const provider = await readerOf(ctx, reader);
      const material = await readMaterial(inspected, source.name, ANY_LENGTH);
      const tracks = await readWindow({
        ...{ runner, source, material, provider, languages, start, seconds, folder, signal, progress },
      });
      await writeFile(join(folder, FILE), JSON.stringify(tracks));
    },
  });
  const joinWindows = defineOperation({
    ...{ name: JOIN_CUES, version: 1, params: cuesParams, brief: true },
    cost: () => 0.1,
    async build({ inputs, folder }, { shape }) {
      const read = async (input: string): Promise<unknown> => JSON.parse(await readFile(join(input, FILE), 'utf8'));
      const tracks = (await Promise.all(inputs.map(read))).map((read) => z.array(textTrackSchema).parse(read));
      await writeFile(join(folder, FILE), JSON.stringify(joinCues(tracks.flat(), shape)));
    },
  });
  // Each checks its own parameters.
  return [readPicture, readStretch, joinWindows] as Operation[];
}

/** @throws expected when the service is no longer what it was when the node was made */
async function readerOf(
  { providers }: Pick<ServerContext, 'providers'>,
  { engine, version }: { engine: string; version: string },
): Promise<PictureTextProvider> {
  const { provider } = await providers.one('picture-text', engine);
  if (provider.version !== version) fail('eye:changed', {}, { kind: 'unavailable' });
  return provider;
}
