import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';

import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';

import { drawDemoClip, makeDemoMusic } from '../demo/demo-material.ts';

/** Shot groups of the sample project, and clips in each. */
export const SAMPLE_GROUPS = 4;
export const SAMPLE_CLIPS = 3;

/** Where the files lie in the store; raised with everything that draws them otherwise. */
const FOLDER = 'samples/1';

const DRAWN = { clips: SAMPLE_CLIPS, sides: [480], seconds: [4.2, 5] } as const;
const TYPES: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.mp3': 'audio/mpeg',
};

const fileSchema = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Bytes. */
  size: z.number().int(),
  /** With its dot. */
  ending: z.string(),
});

/** A file of the sample, as the installation keeps it. */
export type SampleFile = z.output<typeof fileSchema>;

/** What the sample consists of: the clips of a group, by its number from 0, or the music. */
export type SamplePart = number | 'music';

/** Every part, in the order in which somebody who waits should see them. */
export const SAMPLE_PARTS: readonly SamplePart[] = [0, 'music', 1, 2, 3];

/** The MIME type of a file of the sample. */
export function sampleType({ ending }: SampleFile): string {
  return TYPES[ending] ?? 'application/octet-stream';
}

/** The files of a part, if this installation has drawn them. */
export async function findSample(ctx: ServerContext, part: SamplePart): Promise<SampleFile[] | null> {
  try {
    const source = await text(await ctx.files.store.read(listKey(part)));
    return z.array(fileSchema).min(1).parse(JSON.parse(source));
  } catch (error) {
    if (error instanceof ExpectedError && error.code === 'core:file-missing') return null;
    throw error;
  }
}

/** Puts a file of the sample where the bytes of accounts' files lie. */
export async function supplySample(ctx: ServerContext, { hash }: SampleFile, key: string): Promise<void> {
  await ctx.files.store.copy(fileKey(hash), key);
}

/** Draws a part and keeps it. Drawn twice it comes out the same. */
export async function drawSample(ctx: ServerContext, part: SamplePart, signal: AbortSignal): Promise<SampleFile[]> {
  const { graph, hasher } = ctx.media;
  const { store } = ctx.files;
  const nodes =
    part === 'music' ? [musicNode(ctx)] : Array.from({ length: SAMPLE_CLIPS }, (_, clip) => clipNode(ctx, part, clip));
  return graph.make(
    nodes,
    async (folders) => {
      const files: SampleFile[] = [];
      for (const folder of folders) {
        const name = (await readdir(folder)).find((entry) => extname(entry) in TYPES);
        if (name === undefined) throw new Error('a sample was not drawn');
        const path = join(folder, name);
        const file = { hash: await hasher.hash(path, signal), size: (await stat(path)).size, ending: extname(name) };
        await store.putFile(fileKey(file.hash), path, { contentType: sampleType(file) });
        files.push(file);
      }
      await store.put(listKey(part), Buffer.from(JSON.stringify(files)), { contentType: 'application/json' });
      return files;
    },
    { signal },
  );
}

function listKey(part: SamplePart): string {
  return `${FOLDER}/${part}.json`;
}

function fileKey(hash: string): string {
  return `${FOLDER}/${hash}`;
}

function clipNode({ media }: ServerContext, group: number, clip: number): RenderNode {
  return {
    operation: 'sample-clip',
    params: { ...DRAWN, group, clip, folder: FOLDER },
    inputs: [],
    weight: 1,
    build: ({ folder, signal }) => drawDemoClip(media.runner, folder, group, clip, { ...DRAWN, signal }),
  };
}

function musicNode({ media }: ServerContext): RenderNode {
  return {
    operation: 'sample-music',
    params: { folder: FOLDER },
    inputs: [],
    weight: 0.5,
    build: ({ folder, signal }) => makeDemoMusic(media.runner, join(folder, 'music.mp3'), signal),
  };
}
