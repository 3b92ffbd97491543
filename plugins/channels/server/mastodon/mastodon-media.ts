import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import type { ChannelPost } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { read, type ChannelServices } from '../ask-platform.ts';
import { multipart, type FormPart } from '#core/server/services/providers/multipart.ts';
import type { MastodonAccess, MastodonApi } from './mastodon-api.ts';

/** Milliseconds between two looks whether a video is processed, and how many. */
const [LOOK, LOOKS] = [5_000, 120];

/** @returns the id of the file, which is not processed yet */
export async function uploadMedia(
  api: MastodonApi,
  access: MastodonAccess,
  { video, cover }: ChannelPost,
  signal: AbortSignal,
): Promise<string> {
  const parts: FormPart[] = [['file', await openAsBlob(video, { type: 'video/mp4' }), 'video.mp4']];
  if (cover !== null) parts.push(['thumbnail', await openAsBlob(cover, { type: 'image/jpeg' }), 'cover.jpg']);
  const url = new URL('/api/v2/media', access.origin);
  const { body } = await api.ask({ url, headers: api.bearer(access), body: multipart(parts) }, signal);
  return read(z.object({ id: z.string() }), { body }).id;
}

/**
 * Waits until a file is processed.
 * @returns false when the server has forgotten it
 * @throws ProviderFailure `unavailable` after some minutes
 */
export async function untilProcessed(
  api: MastodonApi,
  access: MastodonAccess,
  media: string,
  { rest, signal }: { rest: ChannelServices['rest']; signal: AbortSignal },
): Promise<boolean> {
  const url = new URL(`/api/v1/media/${encodeURIComponent(media)}`, access.origin);
  for (let look = 0; look < LOOKS; look += 1) {
    const { status } = await api.ask({ url, headers: api.bearer(access), also: [404] }, signal);
    if (status !== 206) return status !== 404;
    await rest(LOOK, signal);
  }
  throw new ProviderFailure('unavailable', 'the server is still processing the video');
}
