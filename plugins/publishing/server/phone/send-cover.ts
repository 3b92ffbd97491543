import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { contentDisposition } from '#core/server/services/files/content-disposition.ts';
import type { FileRecord } from '#core/server/services/files/files.ts';
import { POSTER_FILE, posterNode } from '#core/server/services/media/operations/poster.ts';
import { probe } from '#core/server/services/media/probe.ts';

import type { View } from './phone-layout.ts';

/** Pixels of its longer side at most. */
const LONGEST = 1280;

/** Sends the first picture of a video as JPEG. It is made when it is first asked for, and kept with what is rendered. */
export async function sendCover(
  { files, media: { runner, graph } }: Pick<ServerContext, 'files' | 'media'>,
  { reply, request }: View,
  file: FileRecord,
  { saveAs, signal }: { saveAs: string | undefined; signal: AbortSignal },
): Promise<void> {
  const etag = `"cover-${file.hash.slice(0, 32)}"`;
  reply.headers({ etag, 'cache-control': 'private, max-age=300', 'x-robots-tag': 'noindex' });
  if (request.headers['if-none-match'] === etag) return void reply.code(304).send();
  const picture = await files.withLocal(file, async (path) => {
    const { video } = await probe(runner, path, signal);
    if (video === null) return null;
    const factor = Math.min(1, LONGEST / Math.max(video.displayWidth, video.displayHeight));
    const width = Math.max(2, 2 * Math.round((video.displayWidth * factor) / 2));
    const source = { hash: file.hash, name: file.name, read: <T>(use: (from: string) => Promise<T>) => use(path) };
    const node = posterNode(runner, { source, video, at: 0, width });
    return await graph.make([node], ([made = '']) => readFile(join(made, POSTER_FILE)), { signal });
  });
  if (picture === null) return void reply.code(404).send();
  reply.headers({
    'content-type': 'image/jpeg',
    ...(saveAs === undefined ? {} : { 'content-disposition': contentDisposition(undefined, saveAs) }),
  });
  reply.send(request.method === 'HEAD' ? '' : picture);
}
