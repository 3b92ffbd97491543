import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import type { ChannelWork } from '#core/server/services/providers/channels.ts';
import { isAnswered } from '#core/server/services/providers/ask-service.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { read, type ChannelServices } from '../ask-platform.ts';
import { multipart } from '#core/server/services/providers/multipart.ts';
import type { XApi } from './x-api.ts';

export const MOST_BYTES = 512 * 1024 ** 2;
const SEGMENT_BYTES = 4 * 1024 ** 2;
/** How often in a row a segment may fail, and the milliseconds before it is sent again. */
const [TRIES, REST] = [5, 4_000];
/** How often X is asked how far the processing is, and the seconds in between where it does not say. */
const [LOOKS, LOOK_SECONDS] = [60, 10];

const begunSchema = z.object({ data: z.object({ id: z.string(), media_key: z.string() }) });
const processing = z
  .object({
    state: z.string(),
    check_after_secs: z.number().nullish(),
    error: z.object({ message: z.string().nullish() }).nullish(),
  })
  .nullish();
const statusSchema = z.object({ data: z.object({ processing_info: processing }) });
const savedSchema = z.object({
  media: z.string(),
  /** What posts name the file with. */
  key: z.string(),
  /** Segments that X has. */
  sent: z.number().int(),
  isWhole: z.boolean(),
});
type SavedUpload = z.output<typeof savedSchema>;
export const readSaved = (saved: string): SavedUpload => savedSchema.parse(JSON.parse(saved));

/**
 * Uploads a video in segments, from the first that X does not have, and waits until it is processed.
 * @throws ProviderFailure `refused` when X cannot use it, `unavailable` while it takes longer
 */
export async function uploadVideo(
  api: XApi,
  rest: ChannelServices['rest'],
  video: string,
  work: ChannelWork,
): Promise<SavedUpload> {
  const file = await openAsBlob(video, { type: 'video/mp4' });
  const saved = work.saved === null ? undefined : readSaved(work.saved);
  try {
    return await uploadFrom(api, rest, { file, upload: saved ?? (await begin(api, file.size, work)) }, work);
  } catch (error) {
    // Files that nobody has posted are kept for a day: the upload begins anew.
    if (saved === undefined || !isAnswered(error, 404, 410)) throw error;
    return await uploadFrom(api, rest, { file, upload: await begin(api, file.size, work) }, work);
  }
}

async function begin(api: XApi, bytes: number, { tokens, save, signal }: ChannelWork): Promise<SavedUpload> {
  const json = { media_type: 'video/mp4', media_category: 'tweet_video', total_bytes: bytes };
  const { id, media_key: key } = read(
    begunSchema,
    await api.post(tokens, '/2/media/upload/initialize', { json }, signal),
  ).data;
  const begun = { media: id, key, sent: 0, isWhole: false };
  await save(JSON.stringify(begun));
  return begun;
}

async function uploadFrom(
  api: XApi,
  rest: ChannelServices['rest'],
  { file, upload }: { file: Blob; upload: SavedUpload },
  { tokens, save, signal, onProgress }: ChannelWork,
): Promise<SavedUpload> {
  let { sent, isWhole } = upload;
  const { media, key } = upload;
  const count = Math.ceil(file.size / SEGMENT_BYTES);
  const keep = async () => {
    const state = { media, key, sent, isWhole };
    await save(JSON.stringify(state));
    return state;
  };

  for (let failures = 0; sent < count;) {
    const part = file.slice(sent * SEGMENT_BYTES, (sent + 1) * SEGMENT_BYTES, 'application/octet-stream');
    const body = multipart([
      ['segment_index', String(sent)],
      ['media', part, 'video.mp4'],
    ]);
    try {
      await api.post(tokens, `/2/media/upload/${media}/append`, { body }, signal);
      [sent, failures] = [sent + 1, 0];
      await keep();
      onProgress((sent / count) * 0.9);
    } catch (error) {
      failures += 1;
      const isLost = error instanceof ProviderFailure && error.kind === 'unavailable';
      if (!isLost || failures >= TRIES) throw error;
      await rest(REST, signal);
    }
  }

  const look = async () => read(statusSchema, isWhole ? await ask() : await finalize()).data.processing_info;
  const ask = () => api.get(tokens, '/2/media/upload', { media_id: media, command: 'STATUS' }, signal);
  const finalize = () => api.post(tokens, `/2/media/upload/${media}/finalize`, {}, signal);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const info = await look();
    isWhole = true;
    if (looks === 0) await keep();
    if (!info || info.state === 'succeeded') return await keep();
    if (info.state === 'failed') {
      throw new ProviderFailure('refused', `X cannot use the video: ${info.error?.message ?? 'no reason told'}`);
    }
    await rest((info.check_after_secs ?? LOOK_SECONDS) * 1000, signal);
  }
  throw new ProviderFailure('unavailable', 'X is still processing the video');
}
