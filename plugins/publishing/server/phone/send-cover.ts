import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { contentDisposition } from '#core/server/services/files/content-disposition.ts';
import type { FileRecord } from '#core/server/services/files/files.ts';

import type { PostRow } from '../posts/end-post.ts';
import { withCover } from '../posts/post-cover.ts';
import type { View } from './phone-layout.ts';

/** Sends the cover of a post as JPEG, as it was chosen or as its video begins. */
export async function sendCover(
  ctx: Pick<ServerContext, 'files' | 'media' | 'temporaryFolder'>,
  { reply, request }: View,
  { post, file }: { post: PostRow; file: FileRecord },
  { saveAs, signal }: { saveAs: string | undefined; signal: AbortSignal },
): Promise<void> {
  const choice = JSON.stringify([file.hash, post.cover]);
  const etag = `"cover-${createHash('sha256').update(choice).digest('hex').slice(0, 32)}"`;
  reply.headers({ etag, 'cache-control': 'private, max-age=300', 'x-robots-tag': 'noindex' });
  if (request.headers['if-none-match'] === etag) return void reply.code(304).send();
  const picture = await coverOf(ctx, { post, file, signal });
  if (picture === null) return void reply.code(404).send();
  reply.headers({
    'content-type': 'image/jpeg',
    ...(saveAs === undefined ? {} : { 'content-disposition': contentDisposition(undefined, saveAs) }),
  });
  reply.send(request.method === 'HEAD' ? '' : picture);
}

/** @returns null for a video without a picture */
async function coverOf(
  ctx: Pick<ServerContext, 'files' | 'media' | 'temporaryFolder'>,
  { post, file, signal }: { post: PostRow; file: FileRecord; signal: AbortSignal },
): Promise<Buffer | null> {
  try {
    return await ctx.files.withLocal(file, (video) =>
      withCover(ctx, { post, file, video, signal }, (path) => readFile(path)),
    );
  } catch (error) {
    if (error instanceof ExpectedError) return null;
    throw error;
  }
}
