import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Certificate } from '#plugins/mixing/certificate.ts';
import { renderCertificatePage, type CertificatePageOptions } from './certificate-page.ts';

/** Writes `certificate.json` and `certificate.html` beside the videos, each whole or not at all. */
export async function writeCertificate(
  folder: string,
  certificate: Certificate,
  options: CertificatePageOptions,
): Promise<void> {
  const files = {
    'certificate.json': `${JSON.stringify(certificate, null, 2)}\n`,
    'certificate.html': renderCertificatePage(certificate, options),
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, `.${name}.part`), content);
    await rename(join(folder, `.${name}.part`), join(folder, name));
  }
}
