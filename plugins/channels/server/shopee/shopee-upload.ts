import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import { captionOf } from '#core/contract/post-text.ts';
import type { ChannelPost, ChannelProduct, ChannelWork } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { read, type ChannelServices } from '../ask-platform.ts';
import { multipart } from '#core/server/services/providers/multipart.ts';
import { openAccountAccess, type AccountAccess } from '../oauth.ts';
import { sendPart } from '../parts.ts';
import { assertAudience, assertCount } from '../post-fields.ts';
import type { ShopeeApi } from './shopee-api.ts';

export const AUDIENCES = ['public'];
export const [TEXT_LETTERS, MOST_BYTES, MOST_SECONDS] = [150, 1000 ** 3, 180];
/** What the platform calls videos for Shopee Video. */
const [BUSINESS, SCENE] = [3, 1];
/** Milliseconds between two looks whether a video is processed, and how many: once a minute, for ten minutes. */
const [LOOK, LOOKS] = [60_000, 10];

const begunSchema = z.object({
  response: z.object({ video_upload_id: z.string(), part_size: z.number().int().positive() }),
});
const resultSchema = z.object({ response: z.object({ status: z.string(), reason: z.string().nullish() }) });
const coversSchema = z.object({ response: z.object({ image_url_list: z.array(z.string()).min(1) }) });
const postedSchema = z.object({
  response: z.object({ success_list: z.array(z.object({ post_id: z.string() })).min(1) }),
});

/** An upload, the size of its parts, and how many of them are there. */
const savedSchema = z.object({ upload: z.string(), part: z.number().int().positive(), parts: z.number().int() });
type Saved = z.output<typeof savedSchema>;

interface Uploading {
  api: ShopeeApi;
  services: ChannelServices;
}

/** @returns the id of the post */
export async function publishVideo(uploading: Uploading, post: ChannelPost, work: ChannelWork): Promise<string> {
  const { api, services } = uploading;
  const { signal } = work;
  const access = openAccountAccess(work.tokens);
  const file = await openAsBlob(post.video, { type: 'video/mp4' });
  const caption = captionOf(post);
  assertAudience(post.audience, AUDIENCES);
  assertCount('letters', caption.length, { most: TEXT_LETTERS });
  assertCount('bytes', file.size, { least: 1, most: MOST_BYTES });
  const seconds = await services.videos.seconds(post.video, signal);
  assertCount('seconds', Math.round(seconds), { least: 1, most: MOST_SECONDS });

  const saved = work.saved === null ? undefined : savedSchema.parse(JSON.parse(work.saved));
  let [upload, status] =
    saved === undefined ? [await begin(), 'INITIATED'] : [saved, await statusOf(api, saved, signal)];
  if (status === 'CANCELLED' || status === 'FAILED') [upload, status] = [await begin(), 'INITIATED'];
  if (status === 'INITIATED' || status === 'UPLOADING') {
    upload = await sendParts(uploading, { file, upload, work });
    const request = { path: 'media/complete_video_upload', json: { video_upload_id: upload.upload } };
    await api.asApp(request, signal);
  }
  await processed(uploading, upload, signal);
  await describe(api, access, { upload: upload.upload, caption, product: post.product }, signal);
  await work.commit(JSON.stringify(upload));
  const request = { path: 'video/post_video', json: { video_upload_id_list: [upload.upload] } };
  const [posted] = read(postedSchema, await api.asUser(access, request, signal)).response.success_list;
  work.onProgress(1);
  return posted?.post_id ?? '';

  async function begin(): Promise<Saved> {
    const about = { business: BUSINESS, scene: SCENE, file_name: `${post.key}.mp4`, file_size: file.size };
    const json = { ...about, duration: Math.max(1, Math.round(seconds)) };
    const { response } = read(begunSchema, await api.asApp({ path: 'media/init_video_upload', json }, signal));
    const begun = { upload: response.video_upload_id, part: response.part_size, parts: 0 };
    await work.save(JSON.stringify(begun));
    return begun;
  }
}

/** Looks whether a post has come of an upload. */
export async function findPost(
  api: ShopeeApi,
  { access, saved, signal }: { access: AccountAccess; saved: string; signal: AbortSignal },
): Promise<string | null> {
  const { upload } = savedSchema.parse(JSON.parse(saved));
  const posts = await api.newest(access, () => false, signal);
  return posts.find(({ video_upload_id: of }) => of === upload)?.post_id ?? null;
}

async function statusOf(api: ShopeeApi, { upload }: Saved, signal: AbortSignal): Promise<string> {
  const request = { path: 'media/get_video_upload_result', query: { video_upload_id: upload } };
  return read(resultSchema, await api.asApp(request, signal)).response.status;
}

/** Sends the parts that are missing, each with its checksum. */
async function sendParts(
  { api, services }: Uploading,
  { file, upload, work }: { file: Blob; upload: Saved; work: ChannelWork },
): Promise<Saved> {
  const { signal } = work;
  const count = Math.ceil(file.size / upload.part);
  let now = upload;
  for (let part = upload.parts; part < count; part += 1) {
    const bytes = await file.slice(part * upload.part, (part + 1) * upload.part).bytes();
    const body = multipart([
      ['video_upload_id', upload.upload],
      ['part_seq', String(part)],
      ['part_md5', createHash('md5').update(bytes).digest('hex')],
      ['part_content', new Blob([bytes], { type: 'application/octet-stream' }), 'part'],
    ]);
    await sendPart(() => api.asApp({ path: 'media/upload_video_part', body }, signal), services, signal);
    now = { ...upload, parts: part + 1 };
    await work.save(JSON.stringify(now));
    work.onProgress(((part + 1) / count) * 0.8);
  }
  return now;
}

/** Waits until a video is transcoded. @throws ProviderFailure `unavailable` when that takes long, `refused` when it fails */
async function processed({ api, services }: Uploading, upload: Saved, signal: AbortSignal): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const request = { path: 'media/get_video_upload_result', query: { video_upload_id: upload.upload } };
    const { status, reason } = read(resultSchema, await api.asApp(request, signal)).response;
    if (status === 'SUCCEEDED') return;
    if (status === 'FAILED' || status === 'CANCELLED') {
      throw new ProviderFailure('refused', `Shopee cannot use the video: ${reason ?? status}`);
    }
    await services.rest(LOOK, signal);
  }
  throw new ProviderFailure('unavailable', 'Shopee is still processing the video');
}

/** The number of an item, in both forms of its address. */
export const ITEM =
  /^https:\/\/(?:[a-z]+\.)?shopee\.(?:[a-z]{2,3}|com?\.[a-z]{2})\/(?:product\/\d+\/|[^?]*-i\.\d+\.)(\d+)/;
/** The numbers of a shop and of its item, likewise; anywhere, since tests have a site of their own. */
export const SHOP_ITEM = /^https?:\/\/[^/?#]+\/(?:product\/|[^?#]*-i\.)(\d+)[./](\d+)/;
const NAME_LETTERS = 20;

function itemsOf(product: ChannelProduct | undefined): { item_id: number; custom_item_name: string }[] {
  const id = ITEM.exec(product?.url ?? '')?.[1];
  if (product === undefined || id === undefined) return [];
  return [{ item_id: Number(id), custom_item_name: [...product.name].slice(0, NAME_LETTERS).join('') }];
}

/** Writes what the post will be; it stays a draft. The cover has to be one of the platform's own pictures of the video. */
async function describe(
  api: ShopeeApi,
  access: AccountAccess,
  { upload, caption, product }: { upload: string; caption: string; product: ChannelProduct | undefined },
  signal: AbortSignal,
): Promise<void> {
  const asked = { path: 'video/get_cover_list', query: { video_upload_id: upload } };
  const [cover] = read(coversSchema, await api.asUser(access, asked, signal)).response.image_url_list;
  const draft = {
    ...{ video_upload_id: upload, caption, cover_image_url: cover, item_info: itemsOf(product) },
    ...{ allow_info: { allow_duet: true, allow_stitch: true }, scheduled_info: { scheduled_post: false } },
  };
  await api.asUser(access, { path: 'video/edit_video_info', json: { video_upload_list: [draft] } }, signal);
}
