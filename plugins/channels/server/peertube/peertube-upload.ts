import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import { captionOf } from '#core/contract/post-text.ts';
import { isAnswered } from '#core/server/services/providers/ask-service.ts';
import type { ChannelPost, ChannelRules, ChannelWork } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { read, type ChannelServices, type PlatformAnswer } from '../ask-platform.ts';
import { multipart, type FormPart } from '#core/server/services/providers/multipart.ts';
import { withQuery } from '../oauth.ts';
import { assertAudience, assertCount, timeToSchedule } from '../post-fields.ts';
import { keptBytes, uploadResumable } from '../resumable.ts';
import type { PeertubeAccess, PeertubeApi } from './peertube-api.ts';

/** Who may see a video, by the server's numbers. */
export const AUDIENCES: Readonly<Record<string, number>> = { public: 1, unlisted: 2, internal: 4, private: 3 };
export const [TITLE_LETTERS, TEXT_LETTERS, TOPICS] = [120, 10_000, 5];
const [LEAST_LETTERS, LEAST_TOPIC_LETTERS, MOST_TOPIC_LETTERS] = [3, 2, 30];
const CHUNK_BYTES = 8 * 1024 ** 2;

/** An upload that the server knows, and the account's videos of the same name from before it ended. */
const savedSchema = z.object({ upload: z.string(), before: z.array(z.string()).nullable().default(null) });
const madeSchema = z.object({ video: z.object({ uuid: z.string() }) });

/** @throws ProviderFailure `refused` for what the server would not take */
export function assertFits({ title, text, topics, audience }: ChannelPost, bytes: number, rules: ChannelRules): void {
  assertAudience(audience, rules.audiences);
  assertCount('letters of the title', title.length, { least: LEAST_LETTERS, most: TITLE_LETTERS });
  assertCount('letters of the text', text.length, { least: text === '' ? 0 : LEAST_LETTERS, most: TEXT_LETTERS });
  assertCount('topics', topics.length, { most: TOPICS });
  for (const topic of topics) {
    assertCount(`letters of ${topic}`, topic.length, { least: LEAST_TOPIC_LETTERS, most: MOST_TOPIC_LETTERS });
  }
  assertCount('bytes', bytes, { most: rules.bytes });
}

/** @returns the uuid of the video */
export async function uploadVideo(
  api: PeertubeApi,
  access: PeertubeAccess,
  { post, file, work, services }: { post: ChannelPost; file: Blob; work: ChannelWork; services: ChannelServices },
): Promise<string> {
  const { signal } = work;
  const saved = work.saved === null ? undefined : savedSchema.parse(JSON.parse(work.saved));
  const upload = saved?.upload ?? (await begin());

  async function begin(): Promise<string> {
    const headers = {
      ...api.bearer(access),
      'x-upload-content-length': String(file.size),
      'x-upload-content-type': 'video/mp4',
    };
    const described = await describe(api, access, post, services.clock.now(), signal);
    const answer = await api.ask({ url: uploadsOf(access), headers, ...described }, signal);
    // What follows is asked at the server itself, wherever its answer leads.
    const name = URL.parse(answer.headers.get('location') ?? '', access.origin)?.searchParams.get('upload_id');
    if (!name) throw new ProviderFailure('unavailable', 'an upload without a name');
    await work.save(JSON.stringify({ upload: name }));
    return name;
  }

  try {
    const answer = await uploadResumable({
      ...{ file, chunk: CHUNK_BYTES, isBegun: saved !== undefined, rest: services.rest, signal },
      put: (range, body) => put(api, access, { upload, range, body }, signal),
      async beforeEnd() {
        const before = saved?.before ?? (await api.named(access, post.title, signal));
        await work.commit(JSON.stringify({ upload, before }));
      },
      onProgress: (done) => work.onProgress(done),
    });
    work.onProgress(1);
    return read(madeSchema, answer).video.uuid;
  } catch (error) {
    if (saved === undefined || !isAnswered(error, 404, 410)) throw error;
    // Servers forget an upload after an hour: it begins anew.
    return await uploadVideo(api, access, { post, file, work: { ...work, saved: null }, services });
  }
}

/**
 * Looks whether an upload whose end had no answer has become a video: by what the server says of the upload, and by a
 * video of that name that was not there before.
 * @throws ProviderFailure `unavailable` while the server works on it
 */
export async function findVideo(
  api: PeertubeApi,
  access: PeertubeAccess,
  { post, saved, bytes, signal }: { post: ChannelPost; saved: string; bytes: number; signal: AbortSignal },
): Promise<string | null> {
  const { upload, before } = savedSchema.parse(JSON.parse(saved));
  const asked = { upload, range: `bytes */${bytes}`, body: undefined };
  const answer = await put(api, access, asked, signal).catch((error: unknown) => {
    if (!isAnswered(error, 404, 410)) throw error;
    return undefined;
  });
  if (answer?.status === 308) {
    if (keptBytes(answer) < bytes) return null;
    throw new ProviderFailure('unavailable', 'the server has all of the video, but nothing has come of it');
  }
  const told = madeSchema.safeParse(answer?.body).data?.video.uuid;
  return told ?? (await api.named(access, post.title, signal)).find((uuid) => !before?.includes(uuid)) ?? null;
}

const uploadsOf = ({ origin }: PeertubeAccess): URL => new URL('/api/v1/videos/upload-resumable', origin);

function put(
  api: PeertubeApi,
  access: PeertubeAccess,
  { upload, range, body }: { upload: string; range: string; body: Blob | undefined },
  signal: AbortSignal,
): Promise<PlatformAnswer> {
  const headers = { ...api.bearer(access), 'content-type': 'application/octet-stream', 'content-range': range };
  const url = withQuery(uploadsOf(access), { upload_id: upload });
  return api.ask({ method: 'PUT', url, headers, body: body ?? new Blob([]), also: [308] }, signal);
}

/** What a video is begun with: a form when a cover comes along. */
async function describe(
  api: PeertubeApi,
  access: PeertubeAccess,
  post: ChannelPost,
  now: Date,
  signal: AbortSignal,
): Promise<{ json: unknown } | { body: Blob }> {
  const { title, topics, audience, cover, at } = post;
  const text = captionOf({ ...post, topics: [] });
  const [channel] = (await api.user(access, signal)).videoChannels;
  if (channel === undefined) throw new ProviderFailure('refused', 'the account has no channel for videos');
  const time = timeToSchedule(at, now, 0);
  const privacy = AUDIENCES[audience] ?? 0;
  const fields = {
    ...{ channelId: channel.id, name: title, filename: 'video.mp4', waitTranscoding: true },
    privacy: time === null ? privacy : AUDIENCES['private'],
    ...(text === '' ? {} : { description: text }),
  };
  const update = time === null ? undefined : { updateAt: time.toISOString(), privacy };
  if (cover === null) {
    return { json: { ...fields, tags: topics, ...(update === undefined ? {} : { scheduleUpdate: update }) } };
  }
  const picture = await openAsBlob(cover, { type: 'image/jpeg' });
  const parts: FormPart[] = [
    ...Object.entries(fields).map(([name, value]): FormPart => [name, String(value)]),
    ...topics.map((topic, index): FormPart => [`tags[${index}]`, topic]),
    ...Object.entries(update ?? {}).map(([name, value]): FormPart => [`scheduleUpdate[${name}]`, String(value)]),
    ['thumbnailfile', picture, 'cover.jpg'],
    ['previewfile', picture, 'cover.jpg'],
  ];
  return { body: multipart(parts) };
}
