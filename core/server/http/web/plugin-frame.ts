import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { fail } from '#core/contract/errors.ts';
import type { PluginSource } from '#core/contract/plugin-index.ts';
import type { InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';

import type { OpenedWebBuild, WebSource } from './web-build.ts';
import { escape } from './web-page.ts';

export interface PluginFrameOptions {
  source: WebSource;
  plugins: Pick<InstalledPlugins, 'find' | 'builds'>;
  /** Where browsers reach this server, if configured; otherwise the host of each request is used. */
  publicUrl: string | undefined;
  /** Other origins of media, such as the bucket's public address. */
  mediaOrigins: readonly string[];
  /** Origins of partners that may embed pages of this server. */
  frameAncestors: readonly string[];
}

/** Every permission of a page, denied. */
const NO_PERMISSIONS = [
  ...['accelerometer', 'autoplay', 'camera', 'clipboard-read', 'clipboard-write', 'display-capture'],
  ...['encrypted-media', 'fullscreen', 'geolocation', 'gyroscope', 'hid', 'identity-credentials-get', 'idle-detection'],
  ...['keyboard-map', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture'],
  ...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'storage-access', 'usb'],
  ...['window-management', 'xr-spatial-tracking'],
]
  .map((name) => `${name}=()`)
  .join(', ');

/**
 * Serves the page of an untrusted plugin's frame: `GET /plugin-frame/<id>/<revision>`. However it is opened, its origin
 * is not this server's: it has no cookies and no storage, can only request the files listed here, and runs no scripts
 * but the product's own and the plugin's, whose hash is in the import map.
 */
export function addPluginFrame(app: FastifyInstance, options: PluginFrameOptions): void {
  app.get<{ Params: { id: string; revision: string } }>(
    '/plugin-frame/:id/:revision',
    { schema: { hide: true } },
    async (request, reply) => {
      const { id, revision } = request.params;
      const known = [await options.plugins.find(id), ...(await options.plugins.builds(id))];
      // A revision names one build with its grants, whoever has it.
      const source = known.find((plugin) => plugin?.source?.revision === revision)?.source;
      if (!source?.web || !source.untrusted) {
        fail('core:file-missing', {}, { kind: 'not-found' });
      }
      const build = await options.source.current();
      const map = importMap(build, source.web);
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': framePolicy(options, originOf(request, options.publicUrl), source, map),
          'permissions-policy': NO_PERMISSIONS,
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cache-control': 'no-store',
        })
        .send(renderFrame(build, source, map));
    },
  );
}

/** Spelled out, such as `https://example.com`: browsers disagree on `'self'` for an opaque origin. */
function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl === undefined ? `${request.protocol}://${request.host}` : new URL(publicUrl).origin;
}

function framePolicy(
  { mediaOrigins, frameAncestors }: PluginFrameOptions,
  origin: string,
  { web, styles }: PluginSource,
  map: string,
): string {
  const at = (...paths: string[]): string => paths.map((path) => `${origin}${path}`).join(' ');
  // The folder of the version, with the files that belong to the plugin.
  const own = [...new Set([web?.url, styles?.url].flatMap((url) => (url === undefined ? [] : [folderOf(url)])))];
  const media = mediaOrigins.map((other) => ` ${other}`).join('');
  return [
    `default-src 'none'`,
    `script-src ${at('/assets/', '/shared/', ...own)} 'sha256-${createHash('sha256').update(map).digest('base64')}'`,
    `style-src ${at('/assets/', ...own)}`,
    `font-src ${at('/assets/', ...own)} data:`,
    `img-src ${at('/assets/', '/files/', ...own)} data: blob:${media}`,
    `media-src ${at('/files/', ...own)} blob:${media}`,
    // Browsers that check a module's hash by fetching it, see core/web/outside/import-checked.ts.
    `connect-src ${own.length === 0 ? `'none'` : at(...own)}`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors ${[origin, ...frameAncestors].join(' ')}`,
    // Submit events need this permission; form-action prevents an actual submission.
    'sandbox allow-scripts allow-forms',
  ].join('; ');
}

function folderOf(url: string): string {
  return url.slice(0, url.lastIndexOf('/') + 1);
}

function importMap(build: OpenedWebBuild, web: NonNullable<PluginSource['web']>): string {
  const map = { imports: build.shared, integrity: { [web.url]: web.integrity } };
  return JSON.stringify(map).replaceAll('<', '\\u003c');
}

function renderFrame(build: OpenedWebBuild, { styles }: PluginSource, map: string): string {
  const own =
    styles === null
      ? ''
      : `<link rel="stylesheet" href="${escape(styles.url)}" integrity="${escape(styles.integrity)}" crossorigin="anonymous">`;
  // With CORS, so that errors show their messages and addresses.
  const script = (address: string): string => `<script defer crossorigin="anonymous" src="${address}"></script>`;
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reelport</title>
<script type="importmap">${map}</script>
${build.frame.css.map((address) => `<link rel="stylesheet" href="${address}">`).join('\n')}
${own}
${build.frame.js.map(script).join('\n')}
</head>
<body>
<div id="root"></div>
</body>
</html>
`;
}
