import type { ServerContext } from '#core/server/plugins/context.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import type { Material } from '#plugins/materials/calls.ts';
import type { MadePicture } from '../tables.ts';
import type { MaterialRow } from './material-row.ts';

const HOUR = 60 * 60 * 1000;
/** Links live so long at least, and half as long again at most. */
const LINK_HOURS = 6;

/** A material as its owner sees it. */
export async function presentMaterial(
  ctx: Pick<ServerContext, 'files' | 'clock'>,
  row: MaterialRow,
  language: MessageLanguage,
): Promise<Material> {
  const seconds = linkSeconds(ctx.clock.now());
  const link = async ({ hash, type }: MadePicture, what: string) =>
    ctx.files.signedUrl({ hash, type, name: `${what}.${type.slice(type.indexOf('/') + 1)}` }, seconds);
  const { poster, sprite } = row;
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    folderId: row.folderId,
    size: row.size,
    type: row.type,
    hash: row.hash,
    seconds: row.seconds,
    width: row.width,
    height: row.height,
    state: row.state,
    error: row.error === null ? null : translate(language, row.error.code, row.error.params),
    split: row.split,
    mixCount: row.mixCount,
    mixedAt: row.mixedAt?.toISOString() ?? null,
    publishCount: row.publishCount,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
    url: await ctx.files.signedUrl(row, seconds),
    poster: poster === null ? null : await link(poster, 'poster'),
    thumbnail: poster?.thumbnail === undefined ? null : await link(poster.thumbnail, 'thumbnail'),
    sprite: sprite === null ? null : { ...sprite, url: await link(sprite, 'sprite') },
    peaks: row.peaks,
  };
}

/**
 * Links end at whole times of the clock, so that the same picture has the same address for some hours and a browser
 * loads it once.
 */
function linkSeconds(now: Date): number {
  const step = (LINK_HOURS / 2) * HOUR;
  const end = (Math.floor(now.getTime() / step) + 3) * step;
  // Half a second for the store, which counts from its own now.
  return (end - now.getTime()) / 1000 + 0.5;
}
