import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import { captionOf } from '#core/contract/post-text.ts';
import type { ChannelPost, ChannelWork } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { PlatformRefusal, read, type ChannelServices } from '../ask-platform.ts';
import { multipart } from '#core/server/services/providers/multipart.ts';
import { openAccountAccess, type AccountAccess } from '../oauth.ts';
import { sendPart } from '../parts.ts';
import { assertAudience, assertCount } from '../post-fields.ts';
import { NO_VIDEO, type DouyinApi, type DouyinItem } from './douyin-api.ts';

/** Who may see a post, by the platform's numbers. */
export const AUDIENCES: Readonly<Record<string, number>> = { public: 0, friends: 2, private: 1 };
export const [TEXT_LETTERS, MOST_BYTES] = [1_000, 4 * 1000 ** 3];
/** The largest part, as the platform advises, and the largest file that is sent as a whole; the least part is 5 MB. */
const PART_BYTES = 20 * 1000 ** 2;
/** How far the clocks may differ. */
const SKEW_SECONDS = 5 * 60;

const begunSchema = z.object({ data: z.object({ upload_id: z.string() }) });
const uploadedSchema = z.object({ data: z.object({ video: z.object({ video_id: z.string() }) }) });
const coverSchema = z.object({ data: z.object({ image: z.object({ image_id: z.string() }) }) });
const madeSchema = z.object({ data: z.object({ item_id: z.string() }) });

/** How far an upload is: its id and how many parts are there, then the video, of which at most one post can be made. */
const savedSchema = z.object({
  upload: z.string().optional(),
  parts: z.number().int().default(0),
  video: z.string().optional(),
  /** Whether the request that makes a post of the video has gone out. */
  isSent: z.boolean().default(false),
});
type Saved = z.output<typeof savedSchema>;
const savedOf = (saved: string | null): Saved => savedSchema.parse(JSON.parse(saved ?? '{}'));

interface Uploading {
  api: DouyinApi;
  services: ChannelServices;
}

/** How a video is cut: into equal parts, so that the last one is not too small. Null for one that is sent whole. */
export function partsOf(bytes: number): { chunk: number; count: number } | null {
  if (bytes <= PART_BYTES) return null;
  const count = Math.ceil(bytes / PART_BYTES);
  return { chunk: Math.ceil(bytes / count), count };
}

/** @returns the item id of the post */
export async function publishVideo(uploading: Uploading, post: ChannelPost, work: ChannelWork): Promise<string> {
  const { api } = uploading;
  const access = openAccountAccess(work.tokens);
  const file = await openAsBlob(post.video, { type: 'video/mp4' });
  assertAudience(post.audience, Object.keys(AUDIENCES));
  assertCount('letters', captionOf(post).length, { most: TEXT_LETTERS });
  assertCount('bytes', file.size, { least: 1, most: MOST_BYTES });
  const saved = savedOf(work.saved);
  let video: string | undefined;
  try {
    video = saved.video ?? (await upload(uploading, { file, access, saved, work }));
    const cover = post.cover === null ? undefined : await uploadCover(api, access, post.cover, work.signal);
    await work.commit(JSON.stringify({ video, isSent: true }));
    const told = (post.mentions ?? []).flatMap(({ id }) => (id === null ? [] : [id]));
    const json = {
      ...{ video_id: video, text: captionOf(post), private_status: AUDIENCES[post.audience] },
      ...(cover === undefined ? {} : { custom_cover_image_url: cover }),
      ...(told.length === 0 ? {} : { at_users: told }),
      ...(post.place === undefined ? {} : { poi_id: post.place.poiId, poi_name: post.place.name }),
    };
    const { item_id: item } = read(
      madeSchema,
      await api.video(access, { step: 'create_video', json }, work.signal),
    ).data;
    work.onProgress(1);
    return item;
  } catch (error) {
    if (!(error instanceof PlatformRefusal) || error.kind === 'unavailable') throw error;
    if (saved.isSent) {
      if (error.code !== NO_VIDEO) throw error;
      // It may have become a post that the platform does not list yet, and of which it makes no second one.
      throw new ProviderFailure('unavailable', 'the video was used, but its post is not listed');
    }
    // What is refused when it is sent for the first time has become none.
    if (video !== undefined) await work.save(JSON.stringify({ video }));
    if (error.code !== NO_VIDEO || work.saved === null) throw error;
    return await publishVideo(uploading, post, { ...work, saved: null });
  }
}

/** Looks for a post among the newest, by its words. */
export async function findPost(
  api: DouyinApi,
  post: ChannelPost,
  { access, since, signal }: { access: AccountAccess; since: Date; signal: AbortSignal },
): Promise<string | null> {
  const earliest = since.getTime() / 1000 - SKEW_SECONDS;
  const isOurs = ({ title, create_time: at }: DouyinItem) => words(title) === words(captionOf(post)) && at >= earliest;
  return (await api.since(access, earliest, signal)).find(isOurs)?.item_id ?? null;
}

/** The platform changes the spaces of what was written. */
const words = (text: string): string => text.replaceAll(/\s+/g, '');

async function upload(
  { api, services }: Uploading,
  { file, access, saved, work }: { file: Blob; access: AccountAccess; saved: Saved; work: ChannelWork },
): Promise<string> {
  const { signal } = work;
  const cut = partsOf(file.size);
  const send = (step: string, query: Record<string, string>, part: Blob) =>
    api.video(access, { step, query, body: multipart([['video', part, 'video.mp4']]) }, signal);
  if (cut === null) return await kept(read(uploadedSchema, await send('upload_video', {}, file)));

  const { chunk, count } = cut;
  const id = saved.upload ?? (await begin());
  for (let part = saved.upload === undefined ? 0 : saved.parts; part < count; part += 1) {
    const piece = file.slice(part * chunk, Math.min((part + 1) * chunk, file.size), 'video/mp4');
    const query = { upload_id: id, part_number: String(part + 1) };
    await sendPart(() => send('upload_video_part', query, piece), services, signal);
    await work.save(JSON.stringify({ upload: id, parts: part + 1 }));
    work.onProgress(((part + 1) / count) * 0.95);
  }
  const request = { step: 'complete_video_part_upload', query: { upload_id: id }, method: 'POST' as const };
  return await kept(read(uploadedSchema, await api.video(access, request, signal)));

  async function begin(): Promise<string> {
    const begun = { step: 'init_video_part_upload', method: 'POST' as const };
    const { upload_id: name } = read(begunSchema, await api.video(access, begun, signal)).data;
    await work.save(JSON.stringify({ upload: name }));
    return name;
  }

  async function kept({ data }: z.output<typeof uploadedSchema>): Promise<string> {
    const { video_id: video } = data.video;
    await work.save(JSON.stringify({ video }));
    return video;
  }
}

async function uploadCover(api: DouyinApi, access: AccountAccess, cover: string, signal: AbortSignal): Promise<string> {
  const body = multipart([['image', await openAsBlob(cover, { type: 'image/jpeg' }), 'cover.jpg']]);
  const answer = await api.video(access, { step: 'upload_image', body }, signal);
  return read(coverSchema, answer).data.image.image_id;
}
