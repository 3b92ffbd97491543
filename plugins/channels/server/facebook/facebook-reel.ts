import { z } from 'zod';

import { captionOf } from '#core/contract/post-text.ts';
import type { ChannelPost, ChannelPostState, ChannelWork } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { read } from '../ask-platform.ts';
import { isGone, type MetaAccess, type MetaApi } from '../meta/meta-api.ts';
import type { MetaSettings } from '../meta/meta-settings.ts';

const begunSchema = z.object({ video_id: z.string(), upload_url: z.url() });
const savedSchema = z.object({ video: z.string(), url: z.url() });
type Saved = z.output<typeof savedSchema>;
const doneSchema = z.object({ success: z.literal(true) });

const errors = z.union([z.object({ message: z.string() }).array(), z.object({ message: z.string() })]).nullish();
const phase = z.object({
  status: z.string(),
  // Both spellings are about.
  bytes_transferred: z.coerce.number().nullish(),
  bytes_transfered: z.coerce.number().nullish(),
  publish_status: z.string().nullish(),
  error: errors,
  errors,
});
const reelSchema = z.object({
  status: z.object({
    video_status: z.string(),
    uploading_phase: phase.nullish(),
    processing_phase: phase.nullish(),
    publishing_phase: phase.nullish(),
  }),
  permalink_url: z.string().nullish(),
});
type Reel = z.output<typeof reelSchema>;

/** How far a reel is; undefined when it is not there (any more). */
export async function readReel(
  api: MetaApi,
  { token }: MetaAccess,
  video: string,
  signal?: AbortSignal,
): Promise<Reel | undefined> {
  try {
    return read(reelSchema, await api.get(token, video, { fields: 'status,permalink_url' }, signal));
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Whether the request that publishes it has arrived. */
const isAskedFor = ({ status }: Reel): boolean => (status.publishing_phase?.status ?? 'not_started') !== 'not_started';

/**
 * Uploads a reel, from the byte that Meta wants, and has it published.
 * @param at when Meta publishes it; null for at once
 * @returns the id of the video
 */
export async function publishReel(
  { api, settings }: { api: MetaApi; settings: MetaSettings },
  { access, post, at }: { access: MetaAccess; post: ChannelPost; at: Date | null },
  work: ChannelWork,
): Promise<string> {
  const { signal } = work;
  const path = `${access.id}/video_reels`;
  const saved = work.saved === null ? undefined : savedSchema.parse(JSON.parse(work.saved));
  const known = saved === undefined ? undefined : await readReel(api, access, saved.video, signal);
  // A session that nobody has ended is gone after a day.
  const isUsable = known !== undefined && known.status.video_status !== 'expired';
  const upload = saved !== undefined && isUsable ? saved : await begin();

  async function begin(): Promise<Saved> {
    const answer = await api.post(access.token, `${path}?upload_phase=start`, {}, signal);
    const { video_id: video, upload_url: told } = read(begunSchema, answer);
    const url = new URL(told);
    if (url.protocol !== 'https:' && url.origin !== new URL(settings.uploadAddress).origin) {
      throw new ProviderFailure('unavailable', 'an upload without https');
    }
    const begun = { video, url: url.href };
    await work.save(JSON.stringify(begun));
    return begun;
  }

  const uploading = isUsable ? known.status.uploading_phase : undefined;
  if (uploading?.status !== 'complete') {
    const offset = uploading?.bytes_transferred ?? uploading?.bytes_transfered ?? 0;
    await api.upload(access.token, new URL(upload.url), { video: post.video, offset }, signal);
  }
  work.onProgress(0.9);
  await work.commit(JSON.stringify(upload));
  const scheduled = { video_state: 'SCHEDULED', scheduled_publish_time: String(Math.floor(Number(at) / 1000)) };
  const answer = await api.post(
    access.token,
    `${path}?upload_phase=finish`,
    {
      ...{ video_id: upload.video, description: captionOf(post) },
      ...(post.title === '' ? {} : { title: post.title }),
      ...(at === null ? { video_state: 'PUBLISHED' } : scheduled),
    },
    signal,
  );
  read(doneSchema, answer);
  work.onProgress(1);
  return upload.video;
}

/** Looks whether the request that publishes a reel has arrived. @returns the id of the video */
export async function findReel(
  api: MetaApi,
  access: MetaAccess,
  { saved, signal }: { saved: string; signal: AbortSignal },
): Promise<string | null> {
  const { video } = savedSchema.parse(JSON.parse(saved));
  const reel = await readReel(api, access, video, signal);
  return reel !== undefined && isAskedFor(reel) ? video : null;
}

/** @param page where links without a host lead */
export function stateOfReel(id: string, { status, permalink_url: path }: Reel, page: string): ChannelPostState {
  const phases = [status.uploading_phase, status.processing_phase, status.publishing_phase];
  const broken = phases.find((found) => found?.status === 'error');
  if (broken || ['error', 'expired', 'upload_failed'].includes(status.video_status)) {
    const told = [broken?.error ?? broken?.errors ?? []].flat()[0]?.message;
    return { state: 'failed', reason: told ?? `Facebook says: ${status.video_status}` };
  }
  const { status: step, publish_status: published } = status.publishing_phase ?? {};
  if (step !== 'complete' || published === 'scheduled') return { state: 'working' };
  if (published === 'draft') return { state: 'failed', reason: 'it is a draft' };
  return { state: 'published', id, link: path ? new URL(path, page).href : null };
}
