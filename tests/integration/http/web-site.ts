import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Boot } from '#core/contract/boot.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { NO_FACTS } from '#core/server/ground/site-facts.ts';
import { openWebBuild, type WebBuild } from '#core/server/http/web/web-build.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';

import { startTestServer } from './test-server.ts';

/** A build of the browser half, with so much in it as tests ask for. */
export const BUILD: WebBuild = {
  build: 'build-1',
  js: ['/assets/vendor.0a1b2c3d.js', '/assets/main.0a1b2c3d.js'],
  css: ['/assets/main.0a1b2c3d.css'],
  statics: { 'browser-check.js': '/assets/check.0a1b2c3d.js', 'low-version.css': '/assets/low.0a1b2c3d.css' },
  texts: 'feedbeef',
  plugins: {
    landing: { js: ['/assets/p1.0a1b2c3d.js'], css: ['/assets/p1.0a1b2c3d.css'] },
    desk: { js: ['/assets/p2.0a1b2c3d.js'], css: ['/assets/p2.0a1b2c3d.css'] },
    filler: { js: ['/assets/p3.0a1b2c3d.js'], css: [] },
  },
  chunks: {
    shell: { js: ['/assets/shell.0a1b2c3d.js'], css: ['/assets/shell.0a1b2c3d.css'] },
    wire: { js: ['/assets/wire.0a1b2c3d.js'], css: [] },
    'plugin-desk-web-DeskPage': { js: ['/assets/desk.0a1b2c3d.js', '/assets/p2.0a1b2c3d.js'], css: [] },
  },
  firstPaints: {
    landing: { Home: '<h1>{{home.title}}</h1><p>{{home.clips number=3}}{{evil}}</p>' },
    desk: { Drawer: '<p>首行</p>' },
  },
  frame: { js: [], css: [] },
  shared: { react: '/shared/react.0a1b2c3d.js' },
  files: [
    ...['/assets/main.0a1b2c3d.js', '/assets/clip.0a1b2c3d.mp4', '/shared/react.0a1b2c3d.js'],
    '/locales/zh/landing.feedbeef.json',
    '/locales/zh/filler.feedbeef.json',
  ],
};
const FILES = {
  'assets/main.0a1b2c3d.js': 'main as it is',
  'assets/check.0a1b2c3d.js': 'check()',
  'assets/main.0a1b2c3d.css': 'body { margin: 0 }\n',
  'assets/p1.0a1b2c3d.css': '.home { margin: 0 }\n',
  'assets/p2.0a1b2c3d.css': '.desk { margin: 0 }\n',
  'assets/shell.0a1b2c3d.css': '.frame { margin: 0 }\n',
  'assets/main.0a1b2c3d.js.br': 'main by brotli',
  'assets/main.0a1b2c3d.js.gz': 'main by gzip',
  'assets/main.0a1b2c3d.js.map': 'the map',
  'assets/clip.0a1b2c3d.mp4': '0123456789',
  'shared/react.0a1b2c3d.js': 'export const use = 1;',
  'locales/zh/landing.feedbeef.json': JSON.stringify({
    ...{ 'home.title': '首页', 'home.clips': '{{number}} 段', evil: '</script><b>' },
  }),
  'locales/zh/filler.feedbeef.json': '{}',
};

const landing = definePlugin({
  id: 'landing',
  version: '1.0.0',
  title: 'shell:name',
  gate: { login: false },
  routes: [{ path: '/home', page: 'Home', title: 'shell:low-version.title', frame: 'bare' }],
});
const desk = definePlugin({
  id: 'desk',
  version: '1.0.0',
  title: 'shell:name',
  gate: { login: true },
  routes: [
    { path: '/workbench', page: 'Desk', title: 'shell:name' },
    { path: '/drawer', page: 'Drawer', title: 'shell:name' },
  ],
});
const filler = definePlugin({ id: 'filler', version: '1.0.0', title: 'shell:name', slots: ['desk.cards'] });
/** An answer as it came over the wire. */
export interface Got {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Asks for an address. */
export type Get = (path: string, headers?: Record<string, string>, method?: string) => Promise<Got>;

/** Starts a server of that build and three plugins. @returns how to ask it, without the decoding and the headers of `fetch` */
export async function startWebSite(outer: TestScope): Promise<Get> {
  const scope = lastFirst(outer);
  const folder = await mkdtemp(join(tmpdir(), 'reelport-web-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries({ ...FILES, 'build.json': JSON.stringify(BUILD) })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const { address } = await startTestServer(scope, {
    web: await openWebBuild(pathToFileURL(`${folder}/`)),
    site: {
      ...NO_FACTS,
      company: null,
      filing: { byHost: { 'one.example': '甲ICP备1号', 'two.example': '乙ICP备2号' }, otherwise: '丙ICP备3号' },
      contact: { id: 'reelport-help', phone: '400-000-0000', code: 'https://example.com/wx' },
      testHosts: ['test.example'],
    },
    discovered: [landing, desk, filler].map((manifest) => ({ manifest, calls: {}, server: undefined })),
  });
  return (path, headers = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
      const asked = request(address + path, { method, headers: { accept: 'text/html', ...headers } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      });
      asked.on('error', reject).end();
    });
}

/** What a page says of itself to its code. */
export function bootOf({ body }: Got): Boot {
  const text = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(body.toString())?.[1] ?? '';
  return JSON.parse(text) as Boot;
}
