import type { ServerContext } from '#core/server/plugins/context.ts';
import { blobKey } from '#core/server/services/files/files.ts';
import { storedZip, zipEntryOf, type StoredZip, type ZipEntry } from '#core/server/services/files/stored-zip.ts';
import { sumUp } from '#core/server/services/tool-runs/sum-up.ts';

import { certificatePage } from '../certificate/run-certificate-page.ts';
import { exportedCertificate } from '../certificate/run-certificate.ts';
import { fitName, nameBy } from '../runs/output-names.ts';
import { madeOutputs, type MadeOutputRow } from '../runs/made-outputs.ts';
import type { Run } from '../tables.ts';

/** Purpose of the key that addresses of archives are signed with. */
export const ARCHIVE_KEY = 'mixing-archive';

export interface RunArchive {
  zip: StoredZip;
  /** What it is saved as. */
  name: string;
  /** Places of its videos in the run. */
  places: number[];
}

/**
 * The zip of some videos of a run, with its certificate once there is one.
 * @param some what to choose among finished videos by
 * @throws expected `mixing:nothing-made` (409)
 */
export async function runArchive(
  ctx: ServerContext,
  run: Run,
  { some, language }: { some: (output: { id: string; position: number }) => boolean; language: 'zh' | 'en' },
): Promise<RunArchive> {
  const made = await madeOutputs(ctx.db.scope(run.accountId), run.id, some);
  const entries: ZipEntry[] = [];
  for (const output of made) entries.push(await videoEntry(ctx, output));
  if (run.certificate !== null) {
    const certificate = await exportedCertificate(ctx, run, run.certificate, language);
    const at = new Date(certificate.createdAt);
    entries.push(
      zipEntryOf('certificate.json', Buffer.from(`${JSON.stringify(certificate, null, 2)}\n`), at),
      zipEntryOf('certificate.html', Buffer.from(certificatePage(certificate, language)), at),
    );
  }
  const { createdAt, timeZone, document } = run;
  const facts = { project: document.name, position: 0, title: null, createdAt, timeZone };
  return {
    zip: storedZip(entries),
    name: `${fitName(nameBy('{project} {date}', facts))}.zip`,
    places: made.map(({ position }) => position),
  };
}

async function videoEntry(ctx: ServerContext, output: MadeOutputRow): Promise<ZipEntry> {
  const { id, accountId, fileId, facts, name, createdAt } = output;
  const key = blobKey(facts.sha256);
  const { store } = ctx.files;
  return {
    ...{ name: `${name}.mp4`, modifiedAt: createdAt, size: facts.size },
    crc32: output.crc32 ?? (await sumUp(ctx.db.scope(accountId), store, { itemId: id, fileId, key })),
    read: (range) => store.read(key, range),
  };
}
