import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import type { ChannelPost, ChannelTokens } from '#core/server/services/providers/channels.ts';
import { settableClock } from '#core/server/testing/settable-clock.ts';
import type { TestScope } from '#core/server/testing/test-scope.ts';
import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import * as calls from '#plugins/showcase/calls.ts';
import manifest from '#plugins/showcase/plugin.ts';
import half from '#plugins/showcase/server/index.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';

import { workOf } from './channel-work.ts';

const discovered = [{ manifest, calls: callsAmong(calls), server: half }];
const CLIP = [
  '-f',
  'lavfi',
  '-i',
  'testsrc2=size=180x320:rate=10',
  '-t',
  '1.5',
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
];
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** What is posted unless a test says otherwise. */
export type Posted = Partial<ChannelPost>;

/** A server with showcases, and the channel as whoever publishes has it. */
export async function startShowcases(scope: TestScope, env: Record<string, string> = {}) {
  const clock = settableClock();
  const server = await startTestServer(scope, { discovered, clock, env, sharedRenders: true });
  const { ctx } = server.composed;
  const { provider } = await ctx.providers.one('channels', 'showcase.pages');
  const video = join(server.dataDir, 'clip.mp4');
  drawOnce(video, CLIP);

  /** Connects a showcase; of a new account unless one is given. */
  async function connect(handle: string, title = 'Harbour Tea', account?: string) {
    const accountId = account ?? (await server.signIn({ level: 'level1' })).accountId;
    const redirect = `${server.address}/publishing/connected`;
    const state = randomUUID();
    const { keep } = await provider.authorise({ state, redirect, answers: { title, handle }, account: accountId });
    return { accountId, ...(await provider.exchange({}, { redirect, keep })) };
  }

  const postOf = (posted: Posted): ChannelPost => ({
    ...{
      key: randomUUID(),
      title: 'Quay at dawn',
      text: '',
      topics: [],
      video,
      cover: null,
      audience: 'public',
      at: null,
    },
    ...posted,
  });

  /** Publishes, and tells where it is seen. */
  async function publish(tokens: ChannelTokens, posted: Posted = {}) {
    const id = await provider.publish(postOf(posted), workOf(tokens));
    const state = await provider.check(id, tokens);
    const link = state.state === 'published' ? state.link : null;
    return { id, link: link ?? '', path: link === null ? '' : new URL(link).pathname };
  }

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(path.startsWith('http') ? path : server.address + path, {
      method,
      redirect: 'manual',
      headers: { 'accept-language': 'en', 'user-agent': BROWSER, ...headers },
    });
  const read = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();

  return { server, ctx, clock, provider, video, connect, postOf, publish, get, read };
}
