import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import { captionOf } from '#core/contract/post-text.ts';
import { isAnswered } from '#core/server/services/providers/ask-service.ts';
import type { ChannelPost, ChannelTokens, ChannelWork } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { read, type ChannelServices, type PlatformAnswer } from '../ask-platform.ts';
import { withQuery } from '../oauth.ts';
import { assertAudience, assertCount, timeToSchedule } from '../post-fields.ts';
import { keptBytes, uploadResumable } from '../resumable.ts';
import type { YoutubeSettings } from './settings.ts';
import type { YoutubeApi } from './youtube-api.ts';

export const AUDIENCES = ['public', 'unlisted', 'private'];
export const [TITLE_LETTERS, TEXT_BYTES, MOST_BYTES] = [100, 5_000, 256 * 1024 ** 3];
/** A multiple of 256 KiB. */
const CHUNK_BYTES = 8 * 1024 ** 2;
const COVER_BYTES = 2 * 1024 ** 2;
/** How far the clocks may differ. */
const SKEW_MILLISECONDS = 5 * 60_000;

const savedSchema = z.object({ session: z.url() });
const madeSchema = z.object({ id: z.string() });

interface Uploading {
  api: YoutubeApi;
  settings: YoutubeSettings;
  services: ChannelServices;
}

/** @returns the id of the video */
export async function uploadVideo(uploading: Uploading, post: ChannelPost, work: ChannelWork): Promise<string> {
  const { api, services } = uploading;
  const file = await openAsBlob(post.video, { type: 'video/mp4' });
  const resource = describe(uploading, post, file.size);
  const { tokens, signal } = work;
  const saved = work.saved === null ? undefined : savedSchema.parse(JSON.parse(work.saved)).session;
  const session = saved ?? (await begin());

  async function begin(): Promise<string> {
    const url = withQuery(new URL('/upload/youtube/v3/videos', uploading.settings.endpoint), {
      ...{ uploadType: 'resumable', part: 'snippet,status' },
    });
    const headers = {
      ...api.bearer(tokens),
      'x-upload-content-length': String(file.size),
      'x-upload-content-type': 'video/mp4',
    };
    const answer = await api.ask({ url, headers, json: resource }, signal);
    const begun = sessionOf(answer, uploading.settings.endpoint);
    await work.save(JSON.stringify({ session: begun }));
    return begun;
  }

  try {
    const answer = await uploadResumable({
      ...{ file, chunk: CHUNK_BYTES, isBegun: saved !== undefined, rest: services.rest, signal },
      put: (range, body) => put(uploading, tokens, { session, range, body }, signal),
      beforeEnd: () => work.commit(JSON.stringify({ session })),
      onProgress: (done) => work.onProgress(done),
    });
    const { id } = read(madeSchema, answer);
    if (post.cover !== null) await setCover(uploading, tokens, { id, cover: post.cover }, signal);
    work.onProgress(1);
    return id;
  } catch (error) {
    if (saved === undefined || !isAnswered(error, 404, 410)) throw error;
    // Sessions end after about a week: the upload begins anew.
    return await uploadVideo(uploading, post, { ...work, saved: null });
  }
}

/** Looks whether an upload has become a video: its session says so, and when that has ended, the channel's newest. */
export async function findVideo(
  uploading: Uploading,
  post: ChannelPost,
  { tokens, saved, since, signal }: { tokens: ChannelTokens; saved: string; since: Date; signal: AbortSignal },
): Promise<string | null> {
  const { session } = savedSchema.parse(JSON.parse(saved));
  const { size } = await openAsBlob(post.video);
  const asked = { session, range: `bytes */${size}`, body: undefined };
  try {
    const answer = await put(uploading, tokens, asked, signal);
    if (answer.status !== 308) return read(madeSchema, answer).id;
    if (keptBytes(answer) < size) return null;
    throw new ProviderFailure('unavailable', 'YouTube has all of the video, but nothing has come of it');
  } catch (error) {
    if (!isAnswered(error, 404, 410)) throw error;
  }
  const earliest = since.getTime() - SKEW_MILLISECONDS;
  const made = (await uploading.api.uploads(tokens, signal)).find(
    ({ snippet }) => snippet.title === post.title.trim() && snippet.publishedAt.getTime() >= earliest,
  );
  return made?.contentDetails.videoId ?? null;
}

/** @throws ProviderFailure `refused` for what YouTube would not take */
function describe({ settings, services }: Uploading, post: ChannelPost, bytes: number): unknown {
  const title = post.title.trim();
  const description = captionOf(post);
  assertAudience(post.audience, AUDIENCES);
  assertCount('letters of the title', title.length, { least: 1, most: TITLE_LETTERS });
  assertCount('bytes of the text', Buffer.byteLength(description), { most: TEXT_BYTES });
  assertCount('bytes', bytes, { most: MOST_BYTES });
  if (/[<>]/.test(title + description)) throw new ProviderFailure('refused', 'YouTube takes neither < nor >');
  const at = timeToSchedule(post.at, services.clock.now(), 0);
  if (at !== null && post.audience !== 'public') {
    throw new ProviderFailure('refused', 'a video that YouTube publishes at a time is public then');
  }
  return {
    snippet: { title, description, categoryId: settings.category },
    status: {
      ...(at === null ? { privacyStatus: post.audience } : { privacyStatus: 'private', publishAt: at.toISOString() }),
      selfDeclaredMadeForKids: settings.madeForKids,
    },
  };
}

/** @throws ProviderFailure `unavailable` for an upload that leads to somebody else, who would be shown the permission */
function sessionOf({ headers }: PlatformAnswer, endpoint: string): string {
  const url = URL.parse(headers.get('location') ?? '', endpoint);
  const isGoogle = url?.protocol === 'https:' && url.hostname.endsWith('.googleapis.com');
  if (url !== null && (isGoogle || url.origin === new URL(endpoint).origin)) return url.href;
  throw new ProviderFailure('unavailable', 'an upload without a session of Google');
}

function put(
  { api }: Uploading,
  tokens: ChannelTokens,
  { session, range, body }: { session: string; range: string; body: Blob | undefined },
  signal: AbortSignal,
): Promise<PlatformAnswer> {
  const headers = { ...api.bearer(tokens), 'content-range': range };
  return api.ask({ method: 'PUT', url: new URL(session), headers, body: body ?? new Blob([]), also: [308] }, signal);
}

/** The video is there, so what is wrong with its cover must not make it look as if it were not. */
async function setCover(
  { api, settings }: Uploading,
  tokens: ChannelTokens,
  { id, cover }: { id: string; cover: string },
  signal: AbortSignal,
): Promise<void> {
  const body = await openAsBlob(cover, { type: 'image/jpeg' });
  if (body.size > COVER_BYTES) return;
  const url = withQuery(new URL('/upload/youtube/v3/thumbnails/set', settings.endpoint), { videoId: id });
  await api.ask({ url, headers: api.bearer(tokens), body }, signal).catch((error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error;
  });
}
