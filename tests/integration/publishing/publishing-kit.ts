import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { eq } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobRun } from '#core/server/services/jobs/jobs.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import type { lastFirst } from '#core/server/testing/test-scope.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import type { Channel, Post, PublishTask, WishedPosts } from '#plugins/publishing/calls.ts';
import { advancePost } from '#plugins/publishing/server/posts/advance-post.ts';
import { queueDue } from '#plugins/publishing/server/posts/queue-due.ts';
import { publishingPosts } from '#plugins/publishing/server/tables.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { numberedClip } from '#tests/fixtures/publishing/numbered-clip.ts';
import { Killed, QuayPlatform } from '#tests/fixtures/publishing/quay-platform.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';

export type Wish = Partial<WishedPosts> & { key?: string; copies?: { fileId: string; channelId: string }[] };

/** A member with a hundred publishes and an account at a platform that is simulated, and a clock that tests move on. */
export class PublishingKit {
  now = new Date();
  clips = 0;
  readonly platform: QuayPlatform;
  readonly server: TestServer;
  readonly member: { token: string; accountId: string };
  readonly #folder: string;
  /** The member's account at the platform. */
  channel!: Channel;

  private constructor(made: Pick<PublishingKit, 'platform' | 'server' | 'member'> & { folder: string }) {
    this.platform = made.platform;
    this.server = made.server;
    this.member = made.member;
    this.#folder = made.folder;
  }

  static async start(scope: ReturnType<typeof lastFirst>): Promise<PublishingKit> {
    const folder = mkdtempSync(join(tmpdir(), 'reelport-posts-'));
    scope.after(() => rm(folder, { recursive: true, force: true }));
    const platform = new QuayPlatform();
    const server = await startTestServer(scope, { discovered: [...(await discoverPlugins()), platform.plugin] });
    const { settings } = server.composed.ctx;
    await settings.set(choiceSetting('channels'), { adapters: ['quay.posts'], orEmbedded: false }, 'test');
    const member = await server.signIn({ level: 'level2' });
    const kit = new PublishingKit({ folder, platform, server, member });
    await kit.give(100);
    kit.channel = await kit.connect('pier');
    return kit;
  }

  /** As the server has it. */
  get own(): ServerContext {
    return this.server.composed.ctx;
  }

  /** With the clock of the test. */
  get ctx(): ServerContext {
    return { ...this.own, clock: { now: () => this.now } };
  }

  pass(minutes: number): void {
    this.now = new Date(this.now.getTime() + minutes * 60_000);
  }

  async call(method: string, path: string, body?: unknown, token = this.member.token) {
    const options = { token, ...(body === undefined ? {} : { body }) };
    return await this.server.call(method, `/api/publishing/${path}`, options);
  }

  give(amount: number, { accountId } = this.member) {
    const facts = { accountId, unit: 'publishes', amount, kind: 'grant', key: randomUUID(), facts: {} } as const;
    return this.own.ledger.issue(this.own.db, facts);
  }

  balance() {
    return this.own.ledger.balance(this.own.db, this.member.accountId, 'publishes');
  }

  async channels(token = this.member.token): Promise<Channel[]> {
    return ((await this.call('GET', 'channels', undefined, token)).envelope.data as { channels: Channel[] }).channels;
  }

  /** Connects an account as a browser does that is sent to the platform and comes back. */
  async connect(name: string, token = this.member.token): Promise<Channel> {
    const { state, cookie } = await this.begin(token);
    const back = await this.comeBack(`state=${state}&code=${name}`, cookie);
    assert.match(back, /connected=/);
    return (await this.channels(token)).find(({ id }) => back.endsWith(id)) ?? assert.fail('it is listed');
  }

  /** Is sent to the platform. */
  async begin(token = this.member.token): Promise<{ state: string; cookie: string }> {
    const begun = await this.call('POST', 'connections', { adapter: 'quay.posts' }, token);
    assert.equal(begun.status, 200, JSON.stringify(begun.envelope));
    const { url } = begun.envelope.data as { url: string };
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { state: new URL(url).searchParams.get('state') ?? '', cookie };
  }

  async comeBack(query: string, cookie: string): Promise<string> {
    const address = `${this.server.address}/api/publishing/connections/return?${query}`;
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
    assert.equal(answer.status, 303);
    return answer.headers.get('location') ?? '';
  }

  /** A video as a file. */
  drawn(): string {
    const path = join(this.#folder, 'drawn.mp4');
    const look = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=2'];
    if (!existsSync(path)) drawOnce(path, [...look, '-c:v', 'libx264', '-pix_fmt', 'yuv420p']);
    return path;
  }

  /** A video in the library, like the others but for what nobody sees. */
  async clip({ accountId } = this.member): Promise<string> {
    const drawn = this.drawn();
    this.clips += 1;
    const path = join(this.#folder, `clip-${this.clips}.mp4`);
    writeFileSync(path, numberedClip(readFileSync(drawn), this.clips));
    return await this.adopt(path, 'video/mp4', accountId);
  }

  /** Puts a file into the library. */
  async adopt(path: string, type: string, accountId = this.member.accountId): Promise<string> {
    const name = basename(path);
    const file = await this.own.files.addLocal(this.own.db, accountId, path, { name, type });
    return await this.own.db.transaction((tx) =>
      libraryOf(this.own).adopt(tx, accountId, { id: file.id, name }, { kind: 'video' }),
    );
  }

  async publish(materials: string[], wish: Wish = {}, channels = [this.channel.id], token = this.member.token) {
    const body = { key: randomUUID(), name: 'Spring', what: { materials }, channels, when: { kind: 'now' }, ...wish };
    const answer = await this.call('POST', 'tasks', body, token);
    return { ...answer, task: answer.envelope.data as PublishTask };
  }

  async postsOf(task: { id: string }, token = this.member.token): Promise<Post[]> {
    return ((await this.call('GET', `posts?task=${task.id}`, undefined, token)).envelope.data as { items: Post[] })
      .items;
  }

  async row(id: string) {
    const [row] = await this.own.db.orm.select().from(publishingPosts).where(eq(publishingPosts.id, id));
    return row ?? assert.fail('it is there');
  }

  /** Does what happens once a minute. */
  async minute(): Promise<void> {
    await queueDue(this.ctx)({ signal: new AbortController().signal } as JobRun);
  }

  /**
   * Does what a worker would do with a post once its time has come, or so many seconds ahead of it.
   * @returns whether it was killed while it did
   */
  async advance(id: string, ahead = 0): Promise<boolean> {
    const { round, at } = await this.row(id);
    const time = new Date(at.getTime() - ahead * 1000);
    if (time > this.now) this.now = time;
    const run = {
      payload: { postId: id, round },
      signal: new AbortController().signal,
      progress: () => undefined,
      complete: async (work) => (await this.own.db.transaction(async (tx) => await work?.(tx)), true),
    } as Partial<JobRun> as JobRun;
    try {
      await advancePost(this.ctx)(run);
      return false;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      return true;
    }
  }

  /** Takes a post as far as it goes. */
  async finish(id: string): Promise<Post> {
    for (let step = 0; step < 20; step++) {
      if (['published', 'failed', 'cancelled'].includes((await this.row(id)).state)) break;
      await this.advance(id);
      this.pass(2);
    }
    const { items } = (await this.call('GET', 'posts?limit=200')).envelope.data as { items: Post[] };
    return items.find((post) => post.id === id) ?? assert.fail('it is listed');
  }

  /** What the platform really has of a post. */
  posted(id: string) {
    return this.platform.posts.filter(({ key }) => key === id);
  }
}
