import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { FileRecord } from '#core/server/services/files/files.ts';
import { makeCover } from '#core/server/services/media/operations/cover.ts';
import { probe } from '#core/server/services/media/probe.ts';
import type { ChannelPost, ChannelRules } from '#core/server/services/providers/channels.ts';

import { LIBRARY } from '#plugins/materials/server/api.ts';
import type { Cover } from '#plugins/publishing/plan-calls.ts';

type Parts = Pick<ServerContext, 'files' | 'media' | 'temporaryFolder'>;

/** @throws expected `publishing:cover.missing` (422) for a picture that the account does not have */
export async function assertCovers(ctx: ServerContext, accountId: string, covers: readonly Cover[]): Promise<void> {
  const ids = picturesOf(covers);
  if (ids.length === 0) return;
  const found = await ctx.use(LIBRARY)?.find(accountId, ids);
  const isThere = (id: string) => found?.get(id)?.kind === 'image' && found.get(id)?.trashed === false;
  if (!ids.every(isThere)) fail('publishing:cover.missing', {}, { kind: 'invalid' });
}

/** Files of the pictures among covers. */
export const picturesOf = (covers: readonly (Cover | null)[]): string[] => [
  ...new Set(covers.flatMap((cover) => (cover?.kind === 'picture' ? [cover.id] : []))),
];

interface CoveredPost {
  accountId: string;
  cover: Cover | null;
}

/** Makes the cover of a post for as long as it is used, as JPEG; without a choice one that shows something. */
export async function withCover<T>(
  { files, media, temporaryFolder }: Parts,
  {
    post: { accountId, cover },
    file,
    video,
    signal,
  }: {
    post: CoveredPost;
    /** The video, and where it is read. */
    file: FileRecord;
    video: string;
    signal: AbortSignal;
  },
  use: (path: string) => Promise<T>,
): Promise<T> {
  const info = await probe(media.runner, video, signal);
  if (info.video === null) fail('core:media.not-video', { file: file.name }, { kind: 'invalid' });
  const source = { path: video, hash: file.hash, video: info.video, seconds: info.duration ?? 0 };
  const folder = await mkdtemp(join(temporaryFolder, 'cover-'));
  try {
    const make = async (choice: Parameters<typeof makeCover>[2]) =>
      (await makeCover(media, source, choice, { folder, signal })).path;
    const picture = cover?.kind === 'picture' ? await files.get(accountId, cover.id) : null;
    const choice = cover?.kind === 'frame' ? { at: cover.at } : null;
    const made =
      picture === null ? await make(choice) : await files.withLocal(picture, (path) => make({ picture: path }));
    return await use(made);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes of a chosen cover what a platform takes of it, which may be nothing. */
export async function withChosenCover<T>(
  ctx: Parts,
  { covers, ...asked }: Parameters<typeof withCover>[1] & { covers: ChannelRules['covers'] },
  use: (cover: Pick<ChannelPost, 'cover' | 'coverAt'>) => Promise<T>,
): Promise<T> {
  const { cover } = asked.post;
  const isTaken = cover !== null && (covers === 'pictures' || (covers === 'frames' && cover.kind === 'frame'));
  if (!isTaken) return await use({ cover: null });
  const at = cover.kind === 'frame' ? { coverAt: cover.at } : {};
  return await withCover(ctx, asked, (path) => use({ cover: path, ...at }));
}
