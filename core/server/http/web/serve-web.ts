import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import QRCode from 'qrcode';

import { PAGE_COOKIES, type Boot } from '#core/contract/boot.ts';
import { bestMatch } from '#core/contract/match-route.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { translate } from '#core/server/ground/messages.ts';
import { filingOf, isTestHost, type SiteFacts } from '#core/server/ground/site-facts.ts';
import { cookieOf } from '#core/server/http/calls/cookies.ts';
import { answerMissingRoute } from '#core/server/http/calls/error-response.ts';
import { bodyFor, packText, type PackedText } from '#core/server/http/calls/packed-text.ts';
import { indexFor } from '#core/server/http/routes/plugin-index-route.ts';
import type { InstalledPlugins, KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';

import { renderLowVersionPage } from './low-version-page.ts';
import type { OpenedWebBuild, WebSource } from './web-build.ts';
import { sendWebFile } from './web-file.ts';
import { renderWebPage } from './web-page.ts';

export interface WebOptions {
  source: WebSource;
  plugins: Pick<InstalledPlugins, 'list'>;
  site: SiteFacts;
  /** The content security policy of the page. @param scripts hashes of its inline scripts */
  policy(scripts: readonly string[]): string;
}

/** An address at which a plugin has a page. */
interface PageRoute {
  path: string;
  plugin: string;
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
  const code =
    site.contact.code === null
      ? null
      : await QRCode.toString(site.contact.code, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' });
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
    const route = bestMatch(routes, path === '/' ? '/home' : path)?.item;
    const low = path.toLowerCase().replace(/\/$/, '') === '/lowversionbrowser';
    const isAnonymous = cookieOf(cookie, PAGE_COOKIES.session) === undefined;
    const facts = { isAnonymous, filing: filingOf(site, host), test: isTestHost(site, host) };
    const key = JSON.stringify([low, route?.path, language, dark, facts]);
    let page = kept.get(key);
    if (page === undefined) {
      page = compressed(
        low
          ? renderLowVersionPage(build, { language, dark, year: new Date().getFullYear() })
          : await render(build, { language, dark, route, installed, ...facts }),
      );
      kept.set(key, page);
    }
    const { etag, ...packed } = await page;
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, cookie', etag });
    // From the same build as the page, which contains the import map.
    if (!low && build.importMap !== null) reply.header('content-security-policy', policy([build.importMap.hash]));
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
  ): Promise<string> {
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
    return renderWebPage(build, {
      boot,
      dark,
      title: own === undefined ? name : translate(language, 'shell:page-title', { page: own }),
      description: translate(language, 'shell:description'),
      scriptless: translate(language, 'shell:scriptless'),
      plugin: route?.plugin,
    });
  }
}

/** The addresses of pages, without those of disabled plugins. */
function routesOf(plugins: readonly KnownPlugin[]): PageRoute[] {
  return plugins.flatMap(({ manifest, disabled, texts }) =>
    disabled ? [] : manifest.routes.map(({ path, title }) => ({ path, plugin: manifest.id, title, texts })),
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
