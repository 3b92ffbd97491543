import type { Certificate } from './certificate.ts';

export interface CertificatePageOptions {
  language: 'zh' | 'en';
  texts: Record<'zh' | 'en', Record<string, string>>;
  /** The command that makes the same videos again. */
  command: string;
}

export function renderCertificatePage(certificate: Certificate, options: CertificatePageOptions): string {
  return `<pre>${options.command}\n${JSON.stringify(certificate, null, 1).replaceAll('<', '&lt;')}</pre>`;
}
