import { createHash } from 'node:crypto';

import type { Certificate } from '#plugins/mixing/certificate.ts';
import { MATRIX_SCRIPT } from './page/matrix-script.ts';
import { PAGE_BODY } from './page/page-body.ts';
import { PAGE_SCRIPT } from './page/page-script.ts';
import { PAGE_STYLE } from './page/page-style.ts';
import { PLAYERS_SCRIPT } from './page/players-script.ts';

export interface CertificatePageOptions {
  /** The language that the page opens in; the reader can change it there. */
  language: 'zh' | 'en';
  /** Texts of both languages, by what follows `certificate.` in their keys. */
  texts: Record<'zh' | 'en', Record<string, string>>;
  /** The command that makes the same videos again; null where there is none. */
  command: string | null;
}

/**
 * The certificate as one HTML file that lies beside the videos: it loads nothing but them, works from
 * disk, and everything from outside (names, titles, the command) enters as text only.
 */
export function renderCertificatePage(certificate: Certificate, options: CertificatePageOptions): string {
  const script = `(() => {${PAGE_SCRIPT}${MATRIX_SCRIPT}${PLAYERS_SCRIPT}})();`;
  const policy = [
    "default-src 'none'",
    `script-src '${digest(script)}'`,
    `style-src '${digest(PAGE_STYLE)}'`,
    "media-src 'self' file:",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const { language, texts, command } = options;
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>Reelport</title>
<style>${PAGE_STYLE}</style>
</head>
<body>${PAGE_BODY}<script type="application/json" id="data">${embedded({ certificate, texts, command, language })}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** JSON whose strings can neither close the script element nor open a comment in it. */
function embedded(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
