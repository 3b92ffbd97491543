import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import { captionOf } from '#core/contract/post-text.ts';
import { isAnswered } from '#core/server/services/providers/ask-service.ts';
import type { ChannelPost, ChannelTokens, ChannelWork } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { PlatformRefusal, read, type ChannelServices } from '../ask-platform.ts';
import { assertAudience, assertCount } from '../post-fields.ts';
import type { TiktokSettings } from './settings.ts';
import type { TiktokApi } from './tiktok-api.ts';

export const [TEXT_LETTERS, MOST_BYTES] = [2_200, 4 * 1000 ** 3];
/** What is sent as a whole, and the parts of what is larger; the last one takes what is left over. */
const [WHOLE_BYTES, CHUNK_BYTES] = [64 * 1000 ** 2, 10 * 1000 ** 2];
/** How often in a row a part may fail, and the milliseconds before the platform is asked what it has. */
const [TRIES, REST] = [5, 4_000];

const begunSchema = z.object({ data: z.object({ publish_id: z.string(), upload_url: z.url() }) });
const savedSchema = z.object({ publish: z.string(), url: z.url() });
type Saved = z.output<typeof savedSchema>;

interface Uploading {
  api: TiktokApi;
  settings: TiktokSettings;
  services: ChannelServices;
  /** Whether the video goes to the inbox of its owner, without anything of the post. */
  isDraft?: boolean;
}

/** How a video is cut: as many parts as the whole size of one goes into its bytes. */
export function partsOf(bytes: number): { chunk: number; count: number } {
  const chunk = bytes <= WHOLE_BYTES ? bytes : CHUNK_BYTES;
  return { chunk, count: Math.floor(bytes / chunk) };
}

/** @returns the id of what is published, which is not yet that of the post */
export async function uploadVideo(uploading: Uploading, post: ChannelPost, work: ChannelWork): Promise<string> {
  const { api } = uploading;
  const { tokens, signal } = work;
  const file = await openAsBlob(post.video, { type: 'video/mp4' });
  const saved = work.saved === null ? undefined : savedSchema.parse(JSON.parse(work.saved));
  assertCount('bytes', file.size, { least: 1, most: MOST_BYTES });
  const info = uploading.isDraft === true ? undefined : await describe(api, tokens, post, signal);
  const upload = saved ?? (await begin());

  async function begin(): Promise<Saved> {
    const { chunk, count } = partsOf(file.size);
    const source = { source: 'FILE_UPLOAD', video_size: file.size, chunk_size: chunk, total_chunk_count: count };
    const [path, asked] =
      info === undefined
        ? ['/v2/post/publish/inbox/video/init/', { source_info: source }]
        : ['/v2/post/publish/video/init/', { post_info: info, source_info: source }];
    const answer = await api.post(tokens, path, asked, { again: false, signal });
    const { publish_id: publish, upload_url: told } = read(begunSchema, answer).data;
    const url = new URL(told);
    if (url.protocol !== 'https:' && url.origin !== new URL(uploading.settings.endpoint).origin) {
      throw new ProviderFailure('unavailable', 'an upload without https');
    }
    const begun = { publish, url: url.href };
    await work.save(JSON.stringify(begun));
    return begun;
  }

  try {
    await sendParts(uploading, { file, upload, isBegun: saved !== undefined, work });
    return upload.publish;
  } catch (error) {
    if (saved === undefined || !isGone(error)) throw error;
    // The address for the parts is good for an hour: the upload begins anew.
    return await uploadVideo(uploading, post, { ...work, saved: null });
  }
}

/** Looks whether the last part of an upload has arrived. @throws ProviderFailure `unavailable` when that is not told */
export async function findVideo(
  api: TiktokApi,
  { tokens, saved, signal, bytes }: { tokens: ChannelTokens; saved: string; signal: AbortSignal; bytes: number },
): Promise<string | null> {
  const { publish } = savedSchema.parse(JSON.parse(saved));
  try {
    const { status, uploaded_bytes: uploaded } = await api.status(publish, tokens, signal);
    if (status !== 'PROCESSING_UPLOAD' || uploaded === bytes) return publish;
    if (typeof uploaded === 'number') return null;
    throw new ProviderFailure('unavailable', 'TikTok does not tell how much it has');
  } catch (error) {
    if (error instanceof PlatformRefusal && error.code === 'invalid_publish_id') return null;
    throw error;
  }
}

async function sendParts(
  { api, services }: Uploading,
  { file, upload, isBegun, work }: { file: Blob; upload: Saved; isBegun: boolean; work: ChannelWork },
): Promise<void> {
  const { tokens, signal } = work;
  const total = file.size;
  const { chunk, count } = partsOf(total);
  let failures = 0;

  /** The part that comes next, by what the platform has. */
  async function wanted(): Promise<number> {
    const { status, uploaded_bytes: uploaded, fail_reason: reason } = await api.status(upload.publish, tokens, signal);
    if (status === 'FAILED') throw new PlatformRefusal(410, 'failed', 'refused', `TikTok gave it up: ${reason ?? ''}`);
    if (status !== 'PROCESSING_UPLOAD' || uploaded === total) return count;
    return Math.min(Math.floor((uploaded ?? 0) / chunk), count - 1);
  }

  let part: number | undefined = isBegun ? undefined : 0;
  while (part === undefined || part < count) {
    let isLast = false;
    try {
      part ??= await wanted();
      if (part === count) break;
      isLast = part === count - 1;
      const [start, end]: [number, number] = [part * chunk, isLast ? total : (part + 1) * chunk];
      if (isLast) await work.commit(JSON.stringify(upload));
      const headers = { 'content-range': `bytes ${start}-${end - 1}/${total}` };
      const body = file.slice(start, end, 'video/mp4');
      await api.ask({ method: 'PUT', url: new URL(upload.url), headers, body }, signal);
      failures = 0;
      part += 1;
      work.onProgress(end / total);
    } catch (error) {
      failures += 1;
      const isLost = error instanceof ProviderFailure && error.kind === 'unavailable';
      // Nobody knows what has become of the last part, unless it was not the one that was wanted.
      const isPassing = (isLost && !isLast) || isAnswered(error, 416);
      if (!isPassing || failures >= TRIES) throw error;
      await services.rest(REST, signal);
      part = undefined;
    }
  }
  work.onProgress(1);
}

/** What the video is posted with. @throws ProviderFailure `refused` for what the account may not post now */
async function describe(
  api: TiktokApi,
  tokens: ChannelTokens,
  post: ChannelPost,
  signal: AbortSignal,
): Promise<object> {
  const title = captionOf(post);
  assertCount('letters', title.length, { most: TEXT_LETTERS });
  const creator = await api.creator(tokens, signal);
  assertAudience(post.audience, creator.privacy_level_options);
  return {
    ...{ title, privacy_level: post.audience, brand_content_toggle: false, brand_organic_toggle: false },
    ...{ disable_comment: creator.comment_disabled, disable_duet: creator.duet_disabled },
    disable_stitch: creator.stitch_disabled,
    ...(post.coverAt === undefined ? {} : { video_cover_timestamp_ms: Math.round(post.coverAt * 1000) }),
  };
}

const isGone = (error: unknown): boolean =>
  isAnswered(error, 403, 404, 410) || (error instanceof PlatformRefusal && error.code === 'invalid_publish_id');
