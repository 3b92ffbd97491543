import { certificateTexts } from '../command/certificate-texts.ts';
import { renderCertificatePage } from './certificate-page.ts';
import type { Certificate } from '#plugins/mixing/certificate.ts';

/** The certificate page of videos that were made on a server, without a command that makes them again. */
export function certificatePage(certificate: Certificate, language: 'zh' | 'en'): string {
  return renderCertificatePage(certificate, { language, texts: certificateTexts(), command: null });
}
