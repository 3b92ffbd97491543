import { zipEntryOf, type ZipEntry } from '#core/server/services/files/stored-zip.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { certificatePage } from '../certificate/run-certificate-page.ts';
import { exportedCertificate } from '../certificate/run-certificate.ts';
import type { Run } from '../tables.ts';

/** What lies beside the videos in a zip of a run: its certificate once there is one. */
export async function besideVideos(ctx: ServerContext, run: Run, language: MessageLanguage): Promise<ZipEntry[]> {
  if (run.certificate === null) return [];
  const certificate = await exportedCertificate(ctx, run, run.certificate, language);
  const at = new Date(certificate.createdAt);
  return [
    zipEntryOf('certificate.json', Buffer.from(`${JSON.stringify(certificate, null, 2)}\n`), at),
    zipEntryOf('certificate.html', Buffer.from(certificatePage(certificate, language)), at),
  ];
}
