import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import { captionOf } from '#core/contract/post-text.ts';
import type { ChannelPost, ChannelWork } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { PlatformRefusal, read, type ChannelServices } from '../ask-platform.ts';
import { multipart } from '#core/server/services/providers/multipart.ts';
import { withQuery } from '../oauth.ts';
import { sendPart } from '../parts.ts';
import { assertAudience, assertCount } from '../post-fields.ts';
import { photoSchema, type KuaishouApi, type KuaishouPhoto } from './kuaishou-api.ts';
import type { KuaishouSettings } from './settings.ts';

export const AUDIENCES = ['public'];
export const TEXT_LETTERS = 1_000;
const FRAGMENT_BYTES = 4 * 1024 ** 2;
/** How far the clocks may differ. */
const SKEW_MILLISECONDS = 5 * 60_000;

const begunSchema = z.object({ upload_token: z.string(), endpoint: z.string() });
const keptSchema = z.object({
  existed: z.boolean().nullish(),
  /** The last fragment that is there; -1 for none. */
  fragment_index: z.number().int().nullish(),
});
const madeSchema = z.object({ video_info: photoSchema });

/** An upload, and whether the request that makes a post of it has gone out. */
const savedSchema = z.object({ token: z.string(), host: z.url(), isSent: z.boolean().default(false) });
type Saved = z.output<typeof savedSchema>;

interface Uploading {
  api: KuaishouApi;
  settings: KuaishouSettings;
  services: ChannelServices;
}

/** @returns the id of the post */
export async function publishVideo(
  uploading: Uploading,
  post: ChannelPost,
  { token, work }: { token: string; work: ChannelWork },
): Promise<string> {
  const { api, settings, services } = uploading;
  const { signal } = work;
  const file = await openAsBlob(post.video, { type: 'video/mp4' });
  assertAudience(post.audience, AUDIENCES);
  assertCount('letters', captionOf(post).length, { most: TEXT_LETTERS });
  assertCount('bytes', file.size, { least: 1, most: settings.megabytes * 1000 ** 2 });
  const saved = work.saved === null ? undefined : savedSchema.parse(JSON.parse(work.saved));
  let [upload, isSent] = [saved, saved?.isSent ?? false];
  try {
    upload ??= await begin();
    // One that is complete may not be completed again.
    if (!isSent) await sendFragments(uploading, { file, upload, isBegun: saved !== undefined, work });
    const cover = await coverOf(post, services, signal);
    await work.commit(JSON.stringify({ ...upload, isSent: true }));
    isSent = true;
    const body = multipart([
      ['caption', captionOf(post)],
      ['cover', cover, 'cover.jpg'],
    ]);
    const answer = await api.open(
      token,
      { path: 'photo/publish', query: { upload_token: upload.token }, body },
      signal,
    );
    work.onProgress(1);
    return read(madeSchema, answer).video_info.photo_id;
  } catch (error) {
    if (!(error instanceof PlatformRefusal) || error.kind === 'unavailable') throw error;
    // What is refused when it is sent for the first time has become no post.
    if (isSent && saved?.isSent !== true) await work.save(JSON.stringify({ ...upload, isSent: false }));
    // The upload is gone, but of one that was sent a post may have come.
    if (isSent || saved === undefined || error.kind !== 'refused') throw error;
    return await publishVideo(uploading, post, { token, work: { ...work, saved: null } });
  }

  async function begin(): Promise<Saved> {
    const answer = await api.open(token, { path: 'photo/start_upload', method: 'POST' }, signal);
    const { upload_token: name, endpoint } = read(begunSchema, answer);
    const upload = { token: name, host: hostOf(endpoint, settings), isSent: false };
    await work.save(JSON.stringify(upload));
    return upload;
  }
}

/** Looks for a post among the newest, by its words. */
export async function findPost(
  api: KuaishouApi,
  post: ChannelPost,
  { token, since, signal }: { token: string; since: Date; signal: AbortSignal },
): Promise<string | null> {
  const earliest = since.getTime() - SKEW_MILLISECONDS;
  const isOurs = ({ caption, create_time: at }: KuaishouPhoto) =>
    words(caption ?? '') === words(captionOf(post)) && milliseconds(at ?? 0) >= earliest;
  return (await api.newest(token, signal)).find(isOurs)?.photo_id ?? null;
}

const words = (text: string): string => text.replaceAll(/\s+/g, '');

/** Times come in seconds or in milliseconds. */
const milliseconds = (time: number): number => (time < 1e11 ? time * 1000 : time);

/** The platform names a host, which is asked as the platform itself is: with https, unless that is another one here. */
function hostOf(named: string, { endpoint }: KuaishouSettings): string {
  const url = URL.parse(`${new URL(endpoint).protocol}//${named}`);
  if (url?.host === named.toLowerCase()) return url.origin;
  throw new ProviderFailure('unavailable', 'an upload without a host');
}

async function sendFragments(
  { api, services }: Uploading,
  { file, upload, isBegun, work }: { file: Blob; upload: Saved; isBegun: boolean; work: ChannelWork },
): Promise<void> {
  const { signal } = work;
  const count = Math.ceil(file.size / FRAGMENT_BYTES);
  const at = (step: string, query: Record<string, string> = {}) =>
    withQuery(new URL(`/api/upload/${step}`, upload.host), { upload_token: upload.token, ...query });
  const kept = isBegun ? read(keptSchema, await api.ask({ url: at('resume') }, signal)) : undefined;
  for (let part = (kept?.fragment_index ?? -1) + 1; part < count; part += 1) {
    const body = file.slice(part * FRAGMENT_BYTES, (part + 1) * FRAGMENT_BYTES, 'application/octet-stream');
    const url = at('fragment', { fragment_id: String(part) });
    await sendPart(() => api.ask({ url, body }, signal), services, signal);
    work.onProgress(((part + 1) / count) * 0.95);
  }
  const url = at('complete', { fragment_count: String(count) });
  await sendPart(() => api.ask({ method: 'POST', url }, signal), services, signal);
}

async function coverOf({ cover, video }: ChannelPost, { videos }: ChannelServices, signal: AbortSignal): Promise<Blob> {
  if (cover !== null) return await openAsBlob(cover, { type: 'image/jpeg' });
  return await videos.firstPicture(video, signal);
}
