import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { eq } from 'drizzle-orm';

import { definePlugin } from '#core/contract/plugin.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';
import type { JobRun } from '#core/server/services/jobs/jobs.ts';
import type { fetchGuarded } from '#core/server/services/outbound/fetch-guarded.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import type { lastFirst } from '#core/server/testing/test-scope.ts';
import { discoverPlugins, type DiscoveredPlugin } from '#host/server/discover-plugins.ts';
import { createPhoneChannel } from '#plugins/channels/server/phone/phone-channel.ts';
import { PHONE_PLATFORMS } from '#plugins/channels/server/phone/phone-platforms.ts';
import type { Channel, PhoneLink, Post, PublishTask } from '#plugins/publishing/calls.ts';
import { advancePost } from '#plugins/publishing/server/posts/advance-post.ts';
import { publishingPosts } from '#plugins/publishing/server/tables.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { startOutsidePages } from '#tests/fixtures/channels/outside-pages.ts';
import { numberedClip } from '#tests/fixtures/publishing/numbered-clip.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';

/** How long links last, and how long posts wait for somebody. */
export const WEEK = 7 * 24 * 60 * 60_000;
export const LINK = 'https://v.douyin.com/iRNBho5m/';
export const SHARED = `7.43 复制打开抖音，看看【港口】 ${LINK} 03/12 a@b.cd`;
const ADAPTERS = ['channels.phone-douyin', 'channels.phone-wechat-channels'];

/** A member with a hundred publishes and an account that is posted to by phone, and a clock that tests move on. */
export class PhoneKit {
  /** So many milliseconds later it is for the server. */
  later = 0;
  server!: TestServer;
  member!: { token: string; accountId: string };
  channel!: Channel;
  /** What links lead to. */
  readonly pages: Awaited<ReturnType<typeof startOutsidePages>>;
  readonly #folder: string;
  #clips = 0;

  private constructor(pages: PhoneKit['pages'], folder: string) {
    this.pages = pages;
    this.#folder = folder;
  }

  static async start(scope: ReturnType<typeof lastFirst>): Promise<PhoneKit> {
    const folder = mkdtempSync(join(tmpdir(), 'reelport-phone-'));
    scope.after(() => rm(folder, { recursive: true, force: true }));
    const kit = new PhoneKit(await startOutsidePages(scope), folder);
    const clock = { now: () => new Date(Date.now() + kit.later) };
    const discovered = [...(await discoverPlugins()), askedPlatform(kit.pages.outside)];
    kit.server = await startTestServer(scope, { discovered, clock, sharedRenders: true });
    await kit.choose();
    // Tests ask nobody on the internet.
    for (const id of ADAPTERS) {
      await kit.own.providers.admin.writeSettings('channels', id, { asksLinks: false }, 'test');
    }
    kit.member = await kit.server.signIn({ level: 'level2' });
    await kit.own.ledger.issue(kit.own.db, {
      ...{ accountId: kit.member.accountId, unit: 'publishes', amount: 100, kind: 'grant' },
      ...{ key: randomUUID(), facts: {} },
    });
    kit.channel = await kit.addAccount('channels.phone-douyin', '港口茶铺');
    return kit;
  }

  get own(): ServerContext {
    return this.server.composed.ctx;
  }

  /** Has operators choose those by phone, and more. */
  choose(...more: string[]) {
    const choice = { adapters: [...ADAPTERS, ...more], orEmbedded: false };
    return this.own.settings.set(choiceSetting('channels'), choice, 'test');
  }

  async call(method: string, path: string, body?: unknown, token = this.member.token) {
    const options = { token, ...(body === undefined ? {} : { body }) };
    return await this.server.call(method, `/api/publishing/${path}`, options);
  }

  balance() {
    return this.own.ledger.balance(this.own.db, this.member.accountId, 'publishes');
  }

  async addAccount(adapter: string, name: string): Promise<Channel> {
    const { envelope } = await this.call('POST', 'connections', { adapter, answers: { name } });
    return (envelope.data as { channel: Channel }).channel;
  }

  async clip(): Promise<string> {
    const drawn = join(this.#folder, 'drawn.mp4');
    const look = ['-f', 'lavfi', '-i', 'testsrc2=s=90x160:r=10:d=4'];
    if (this.#clips === 0) drawOnce(drawn, [...look, '-c:v', 'libx264', '-pix_fmt', 'yuv420p']);
    this.#clips += 1;
    const path = join(this.#folder, `clip-${this.#clips}.mp4`);
    writeFileSync(path, numberedClip(readFileSync(drawn), this.#clips));
    const { accountId } = this.member;
    const name = basename(path);
    const file = await this.own.files.addLocal(this.own.db, accountId, path, { name, type: 'video/mp4' });
    return await this.own.db.transaction((tx) =>
      libraryOf(this.own).adopt(tx, accountId, { id: file.id, name }, { kind: 'video' }),
    );
  }

  runOf(payload: unknown): JobRun {
    return {
      payload,
      signal: new AbortController().signal,
      progress: () => undefined,
      complete: async (work) => (await this.own.db.transaction(async (tx) => await work?.(tx)), true),
    } as Partial<JobRun> as JobRun;
  }

  async postsOf(taskId: string): Promise<Post[]> {
    return ((await this.call('GET', `posts?task=${taskId}`)).envelope.data as { items: Post[] }).items;
  }

  async read(id: string) {
    const [row] = await this.own.db.orm.select().from(publishingPosts).where(eq(publishingPosts.id, id));
    return row ?? assert.fail('it is there');
  }

  /** A task whose posts wait for somebody with a phone. */
  async handOver(count = 1, to = this.channel, more: object = {}): Promise<{ task: PublishTask; ids: string[] }> {
    const materials = [];
    for (let at = 0; at < count; at += 1) materials.push(await this.clip());
    const words = { titles: ['清晨 <b>码头</b>'], texts: ['第一泡茶'], topics: ['港口'] };
    const body = { key: randomUUID(), name: 'Spring', what: { materials }, channels: [to.id], when: { kind: 'now' } };
    const { envelope } = await this.call('POST', 'tasks', { ...body, ...words, ...more });
    const task = envelope.data as PublishTask;
    const ids = (await this.postsOf(task.id)).map(({ id }) => id);
    for (const id of ids) {
      await advancePost(this.own)(this.runOf({ postId: id, round: 1 }));
      assert.equal((await this.read(id)).state, 'handover');
    }
    return { task, ids };
  }

  async linkTo(kind: 'post' | 'task' | 'channel', id: string, isNew = false): Promise<URL> {
    const { status, envelope } = await this.call('POST', 'phone-links', { kind, id, isNew });
    assert.equal(status, 200, JSON.stringify(envelope));
    return new URL((envelope.data as PhoneLink).url);
  }
}

/** Douyin by phone, whose links are asked about at pages of a test. */
function askedPlatform(outside: typeof fetchGuarded): DiscoveredPlugin {
  const manifest = definePlugin({
    ...{ id: 'wharf', version: '1.0.0', title: 'core:plugins', gate: { login: true, roles: [12], feature: null } },
  });
  const adapter = { kind: 'channels', id: 'wharf.phone', title: 'core:plugins', embedded: true } as const;
  const platform = PHONE_PLATFORMS.find(({ id }) => id === 'douyin') ?? assert.fail();
  const open = () => createPhoneChannel(platform, null, outside);
  return {
    manifest,
    calls: {},
    server: defineServer({ manifest, providers: () => [defineProvider({ ...adapter, open })] }),
  };
}

/** As a phone asks that nobody is logged in on. */
export const get = (url: URL | string, headers: Record<string, string> = {}) =>
  fetch(url, { redirect: 'manual', headers: { 'accept-language': 'zh-CN', ...headers } });

/** What belongs to a page. */
export function part(url: URL, path: string, more: Record<string, string> = {}): URL {
  const found = new URL(url);
  found.pathname += path;
  for (const [name, value] of Object.entries(more)) found.searchParams.set(name, value);
  return found;
}

/** Sends the form of a page. */
export const say = (url: URL, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });

/** No two posts have one link. */
let given = 0;
export const done = (url: URL, link = SHARED.replace('iRNBho5m', `given${(given += 1)}`)) =>
  say(url, { step: 'done', link });
