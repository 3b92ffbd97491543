import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { PAGE_COOKIES, type Boot } from '#core/contract/boot.ts';
import { bestMatch } from '#core/contract/match-route.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { translate } from '#core/server/ground/messages.ts';
import { filingOf, isTestHost, type SiteFacts } from '#core/server/ground/site-facts.ts';
import type { InlineParts } from '#core/server/http/calls/security-headers.ts';
import { cookieOf } from '#core/server/http/calls/cookies.ts';
import { answerMissingRoute } from '#core/server/http/calls/error-response.ts';
import { bodyFor, packText, type PackedText } from '#core/server/http/calls/packed-text.ts';
import { indexFor } from '#core/server/http/routes/plugin-index-route.ts';
import type { InstalledPlugins, KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';

import { firstPaintOf, startAfterPaint } from './first-paint.ts';
import { renderLowVersionPage } from './low-version-page.ts';
import { aheadOf, type OpenedPage } from './page-ahead.ts';
import { inlineText, type OpenedWebBuild, type WebSource } from './web-build.ts';
import { sendWebFile } from './web-file.ts';
import { renderWebPage } from './web-page.ts';

export interface WebOptions {
  source: WebSource;
  plugins: Pick<InstalledPlugins, 'list'>;
  site: SiteFacts;
  /** The content security policy of a page. */
  policy(inline: InlineParts): string;
}

/** An address at which a plugin has a page. */
interface PageRoute extends OpenedPage {
  path: string;
  title: string | undefined;
  /** For an external plugin, whose texts are not part of the build. */
  texts: KnownPlugin['texts'];
}

/** What a page depends on besides its address. */
interface PageFacts {
  language: Boot['language'];
  dark: boolean;
  isAnonymous: boolean;
  filing: string | null;
  test: boolean;
}

interface Rendered extends PackedText {
  etag: string;
  /** Names what is embedded in the page; absent where nothing is. */
  policy?: string;
}

const CONTACT_CODE = '/contact-code.svg';
/** Maximum number of cached pages; they differ by address, language, theme and host. */
const KEPT_PAGES = 300;
/** Prefixes of calls and files: an unknown path below them is never a page. */
const NO_PAGE = /^\/(api|nodeapi|anon|oauth|files|assets|shared|plugin-files|plugin-frame|locales|docs|health)(\/|$)/;

/**
 * Serves the browser half: its files under permanent names, and its one page at every address that belongs to no call.
 */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { source, plugins, site, policy } = options;
  const code = site.contact.code === null ? null : await contactCode(site.contact.code);
  let kept = new Map<string, Promise<Rendered>>();
  let keptBuild = '';
  /** The plugins for which the cached pages were made. */
  let keptPlugins: readonly KnownPlugin[] | undefined;
  let routes: PageRoute[] = [];

  if (code !== null) {
    app.get(CONTACT_CODE, { schema: { hide: true } }, async (_request, reply) =>
      reply.header('content-type', 'image/svg+xml').header('cache-control', 'public, max-age=3600').send(code),
    );
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    async handler(request, reply) {
      const path = request.url.split('?', 1)[0] ?? '/';
      const build = await source.current();
      if (build.has(path)) return sendWebFile(request, reply, build, path);
      if (!wantsPage(request, path)) return answerMissingRoute(request, reply);
      return sendPage(request, reply, build, path);
    },
  });

  async function sendPage(request: FastifyRequest, reply: FastifyReply, build: OpenedWebBuild, path: string) {
    const installed = await plugins.list();
    if (build.build !== keptBuild || installed !== keptPlugins || kept.size >= KEPT_PAGES) {
      kept = new Map();
      keptBuild = build.build;
      keptPlugins = installed;
      routes = routesOf(installed);
    }
    const { cookie } = request.headers;
    const language = cookieOf(cookie, PAGE_COOKIES.language) === 'en' ? 'en' : 'zh';
    const dark = cookieOf(cookie, PAGE_COOKIES.dark) !== 'false';
    const host = request.hostname.toLowerCase();
    const isAnonymous = cookieOf(cookie, PAGE_COOKIES.session) === undefined;
    const route = bestMatch(routes, path === '/' ? (isAnonymous ? '/home' : '/workbench') : path)?.item;
    const low = path.toLowerCase().replace(/\/$/, '') === '/lowversionbrowser';
    const facts = { isAnonymous, filing: filingOf(site, host), test: isTestHost(site, host) };
    const key = JSON.stringify([low, route?.path, language, dark, facts]);
    let page = kept.get(key);
    if (page === undefined) {
      page = low
        ? compressed(renderLowVersionPage(build, { language, dark, year: new Date().getFullYear() }))
        : render(build, { language, dark, route, installed, ...facts });
      kept.set(key, page);
      // The build was replaced a moment ago.
      page.catch(() => kept.delete(key));
    }
    const { etag, policy: pagePolicy, ...packed } = await page;
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, cookie', etag });
    if (pagePolicy !== undefined) reply.header('content-security-policy', pagePolicy);
    if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
      return reply.code(304).send();
    }
    const body = bodyFor(request, reply, packed);
    reply.header('content-type', 'text/html; charset=utf-8').header('content-length', body.length);
    return reply.send(request.method === 'HEAD' ? '' : body);
  }

  async function render(
    build: OpenedWebBuild,
    page: PageFacts & { route?: PageRoute; installed: readonly KnownPlugin[] },
  ): Promise<Rendered> {
    const { language, dark, route, installed, isAnonymous, filing, test } = page;
    const namespaces = ['shell', ...(route === undefined ? [] : [route.plugin])];
    const read = await Promise.all(
      namespaces.map(async (namespace) => [namespace, await build.readTexts(language, namespace)] as const),
    );
    // A plugin without texts has no file; an empty entry here would look like one.
    const texts = Object.fromEntries(read.filter(([, found]) => Object.keys(found).length > 0));
    const name = translate(language, 'shell:name');
    const own = route?.title === undefined ? undefined : titleOf(route, language);
    const boot: Boot = {
      build: build.build,
      language,
      texts,
      textsHash: build.texts,
      plugins: isAnonymous ? indexFor(installed, null) : undefined,
      filing,
      contact: { id: site.contact.id, phone: site.contact.phone, qr: code === null ? null : CONTACT_CODE },
      partnerOrigins: site.partnerOrigins,
      test,
    };
    const firstPaint = firstPaintOf(build, route, { texts: texts[route?.plugin ?? ''] ?? {}, isAnonymous });
    const ahead = aheadOf(build, route, { installed, language, isAnonymous });
    // Those that come with a page's lines are for the first paint too.
    const styled = [...build.css, ...(firstPaint === '' ? [] : ahead.styles)];
    const styles = await Promise.all(
      styled.map(async (address) => ({ address, ...(await build.readInline(address)) })),
    );
    const later = { ...ahead, styles: ahead.styles.filter((address) => !styled.includes(address)) };
    const check = await build.readInline(build.statics['browser-check.js'] ?? '');
    const starter = firstPaint === '' ? null : inlineText(startAfterPaint(build.js, later));
    const html = renderWebPage(build, {
      boot,
      dark,
      title: own === undefined ? name : translate(language, 'shell:page-title', { page: own }),
      description: translate(language, 'shell:description'),
      scriptless: translate(language, 'shell:scriptless'),
      styles,
      ahead: later,
      check,
      firstPaint,
      starter,
    });
    const hashes = {
      scripts: [build.importMap, check, starter].flatMap((script) => script?.hash ?? []),
      styles: styles.map(({ hash }) => hash),
    };
    return { ...(await compressed(html)), policy: policy(hashes) };
  }
}

async function contactCode(address: string): Promise<string> {
  const { default: QRCode } = await import('qrcode');
  return QRCode.toString(address, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' });
}

/** The addresses of pages, without those of disabled plugins. */
function routesOf(plugins: readonly KnownPlugin[]): PageRoute[] {
  return plugins.flatMap(({ manifest, disabled, texts }) =>
    disabled
      ? []
      : manifest.routes.map(({ path, title, page, frame }) => ({
          ...{ path, plugin: manifest.id, page, isFramed: frame !== 'bare', title, texts },
        })),
  );
}

function titleOf({ title = '', texts }: PageRoute, language: Boot['language']): string {
  // The manifest's schema has checked its format; an unknown key is returned as it is.
  return texts?.[language][title] ?? translate(language, title as MessageKey);
}

/** Whether this looks like a person asking for a page rather than a program asking for a missing file. */
function wantsPage(request: FastifyRequest, path: string): boolean {
  if (NO_PAGE.test(path) || /\.[a-z0-9]{1,8}$/i.test(path)) return false;
  const { accept } = request.headers;
  return accept === undefined || accept.includes('text/html') || accept.trim() === '*/*';
}

async function compressed(html: string): Promise<Rendered> {
  const packed = await packText(html);
  const etag = `"${createHash('sha256').update(packed.plain).digest('base64url').slice(0, 22)}"`;
  return { etag, ...packed };
}
