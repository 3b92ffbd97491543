import { and, asc, eq, inArray } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import {
  archivePath,
  isArchiveLink,
  packPlaces,
  unpackPlaces,
  type ArchiveLink,
} from '#core/server/services/files/archive-link.ts';
import { blobKey } from '#core/server/services/files/files.ts';
import { storedZip, type StoredZip, type ZipEntry } from '#core/server/services/files/stored-zip.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';

import { findRun } from './find-run.ts';
import { nameBy } from './item-names.ts';
import type { RunParts } from './parts.ts';
import { runOf } from './run-of.ts';
import { sumUp } from './sum-up.ts';
import { coreToolItems, coreToolRuns, type ItemRow, type RunRow } from './tables.ts';

/** How long a download may begin, or go on after it broke off. */
const LINK_SECONDS = 12 * 60 * 60;

/**
 * Makes an address that streams outputs of a run as one zip. It names the items by their places, so that it stays what
 * it is whatever is made later.
 * @param items all that are finished when absent
 * @throws expected `core:tool-run.missing` (404), `core:tool-run.nothing-made` (409)
 */
export async function archiveRun(
  parts: RunParts,
  accountId: string,
  id: string,
  { items, language }: { items?: readonly string[]; language: 'zh' | 'en' },
) {
  const run = await findRun(parts.db.scope(accountId), id);
  const chosen = items === undefined ? null : new Set(items);
  const { zip, name, places } = await zipOf(parts, run, language, (item) => chosen === null || chosen.has(item.id));
  const expires = Math.floor(parts.clock.now().getTime() / 1000) + LINK_SECONDS;
  const link = { runId: id, places: packPlaces(places), language, expires };
  return {
    url: `${parts.publicUrl ?? ''}${archivePath(parts.archiveKey, '/api/tool-run-archives', link)}`,
    ...{ name, size: zip.size, expiresAt: new Date(expires * 1000).toISOString() },
  };
}

/**
 * The zip that an address names.
 * @throws expected `core:tool-run.archive-link` (403), `core:tool-run.missing` (404), `core:tool-run.nothing-made` (409)
 */
export async function openArchive(parts: RunParts, link: ArchiveLink, signature: string) {
  if (!isArchiveLink(parts.archiveKey, link, signature, parts.clock.now())) {
    fail('core:tool-run.archive-link', {}, { kind: 'forbidden' });
  }
  const [run] = await parts.db.orm.select().from(coreToolRuns).where(eq(coreToolRuns.id, link.runId));
  if (run === undefined) fail('core:tool-run.missing', {}, { kind: 'not-found' });
  const places = unpackPlaces(link.places);
  return await zipOf(parts, run, link.language, ({ position }) => places.has(position));
}

async function zipOf(
  { db, files: { store }, tools }: RunParts,
  run: RunRow,
  language: MessageLanguage,
  some: (item: ItemRow) => boolean,
): Promise<{ zip: StoredZip; name: string; places: number[] }> {
  const scope = db.scope(run.accountId);
  const made = await scope.select(coreToolItems, {
    where: and(eq(coreToolItems.runId, run.id), eq(coreToolItems.state, 'made')),
    orderBy: asc(coreToolItems.position),
  });
  const wanted = made.filter(some);
  const ids = wanted.flatMap(({ files }) => files.map(({ id }) => id));
  const found = ids.length === 0 ? [] : await scope.select(coreFiles, { where: inArray(coreFiles.id, ids) });
  const hashes = new Map(found.map(({ id, hash }) => [id, hash]));
  const entries: ZipEntry[] = [];
  for (const { id: itemId, files, createdAt: modifiedAt } of wanted) {
    for (const { id, name, size, ...file } of files) {
      const hash = hashes.get(id);
      if (hash === undefined) continue;
      const key = blobKey(hash);
      const crc32 = file.crc32 ?? (await sumUp(scope, store, { itemId, fileId: id, key }));
      entries.push({ name, size, crc32, modifiedAt, read: (range) => store.read(key, range) });
    }
  }
  if (entries.length === 0) fail('core:tool-run.nothing-made', {}, { kind: 'conflict' });
  const tool = tools.get(run.tool);
  const beside = (tool && (await tool.archive?.(runOf(tool, run), language))) ?? [];
  const { createdAt, naming } = run;
  const timeZone = naming?.timeZone ?? 'UTC';
  const name = nameBy('{run} {date}', { run: run.name, name: '', position: 0, createdAt, timeZone });
  const zip = storedZip([...entries, ...beside]);
  return { zip, name: `${name}.zip`, places: wanted.map(({ position }) => position) };
}
