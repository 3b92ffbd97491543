import assert from 'node:assert/strict';

import { NO_FACTS } from '#core/server/ground/site-facts.ts';
import { openWebBuild } from '#core/server/http/web/web-build.ts';
import type { TestScope } from '#core/server/testing/test-scope.ts';
import { discoverPlugins, type DiscoveredPlugin } from '#host/server/discover-plugins.ts';

import { startTestServer, type TestServer, type TestServerOptions } from '../integration/http/test-server.ts';

/** The build that a start would serve. */
export const BUILD = new URL('../../dist/web/', import.meta.url);

export interface SiteOptions {
  build?: URL;
  /** Origins of partners. */
  partnerOrigins?: readonly string[];
  /** Plugins beside those of the product. */
  beside?: readonly DiscoveredPlugin[];
  /** Fills the data folder before the server starts. */
  prepare?: TestServerOptions['prepare'];
}

/**
 * Where the sites of a process are, one after another: browsers know the code of an address that they have seen, and
 * load a page of it in half the work.
 */
let port: number | undefined;

/** A whole server with every plugin, on a database of its own, and a site as its operator may have set it up. */
export async function startSite(scope: TestScope, options: SiteOptions = {}): Promise<TestServer> {
  const server = await startTestServer(scope, { ...(await siteOptions(options)), port });
  port ??= Number(new URL(server.address).port);
  return server;
}

/** What such a server is started with. */
export async function siteOptions({
  build = BUILD,
  partnerOrigins = [],
  beside = [],
  prepare,
}: SiteOptions = {}): Promise<TestServerOptions> {
  const web = await openWebBuild(build);
  assert.ok(web, 'dist/web holds no build: node scripts/build-web.ts');
  return {
    web,
    prepare,
    sharedRenders: true,
    discovered: [...(await discoverPlugins()), ...beside],
    site: {
      ...NO_FACTS,
      partnerOrigins,
      filing: { byHost: {}, otherwise: '沪ICP备00000000号' },
      contact: { id: 'reelport-help', phone: '400-000-0000', code: 'https://example.com/contact' },
    },
  };
}
