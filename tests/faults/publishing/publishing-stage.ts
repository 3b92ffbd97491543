import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CORE_MIGRATIONS } from '#core/server/ground/database/migrate.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import type { lastFirst } from '#core/server/testing/test-scope.ts';
import { compose } from '#host/server/compose.ts';
import { migrationSources } from '#host/server/migration-sources.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { beginConnection, finishConnection } from '#plugins/publishing/server/channels/connect-channel.ts';
import { choose, presentChoice } from '#plugins/publishing/server/channels/open-choices.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { numberedClip } from '#tests/fixtures/publishing/numbered-clip.ts';
import { agreeAt } from '#tests/integration/channels/channel-case.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';

import { startPlatforms, type ChaosPlatform } from './chaos-platforms.ts';

/** A member with accounts at all platforms, which are simulated, and what processes that publish for it need. */
export interface PublishingStage {
  ctx: ServerContext;
  /** Of processes that work on it. */
  env: Readonly<Record<string, string>>;
  accountId: string;
  token: string;
  platforms: readonly ChaosPlatform[];
  /** Ids of the accounts. */
  channels: ReadonlyMap<ChaosPlatform, string>;
  /** Puts so many videos into the library, each with a name of its own. @returns their ids there */
  clips(count: number): Promise<string[]>;
}

/** @param posts that the member may publish */
export async function startStage(scope: ReturnType<typeof lastFirst>, posts: number): Promise<PublishingStage> {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-posts-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  const plugins = await discoverPlugins();
  const migrations = migrationSources(plugins).filter((source) => source !== CORE_MIGRATIONS);
  const db = await testDatabase(scope, { migrations });
  const env = { DATABASE_URL: db.connectionString, DATA_DIR: join(folder, 'data') };
  const composed = await compose(readConfiguration(env), 'api', { concurrency: 0, plugins, log: testLog });
  scope.after(() => composed.close());
  const { ctx } = composed;
  const platforms = await startPlatforms(scope);
  await setUp(ctx, platforms);
  const { account, token } = await buildSession(ctx.db, { level: 'level4' });
  const accountId = account.id;
  await ctx.ledger.issue(ctx.db, {
    ...{ accountId, unit: 'publishes', amount: posts, kind: 'grant', key: randomUUID(), facts: {} },
  });
  const channels = new Map<ChaosPlatform, string>();
  for (const platform of platforms) channels.set(platform, await connectAccount(ctx, accountId, platform));
  return { ctx, env, accountId, token, platforms, channels, clips: clipMaker(ctx, accountId, folder) };
}

async function setUp(ctx: ServerContext, platforms: readonly ChaosPlatform[]): Promise<void> {
  for (const { adapter, settings } of platforms) {
    await ctx.providers.admin.writeSettings('channels', adapter, settings, 'test');
  }
  const adapters = platforms.map(({ adapter }) => adapter);
  await ctx.settings.set(choiceSetting('channels'), { adapters, orEmbedded: false }, 'test');
}

/** As an owner does at the platform; again when it has misbehaved. */
export async function connectAccount(
  ctx: ServerContext,
  accountId: string,
  { adapter, answers }: ChaosPlatform,
): Promise<string> {
  for (let tries = 0; ; tries++) {
    try {
      const begun = await beginConnection(ctx, { accountId, adapter, answers, origin: 'https://quay.example' });
      const end = begun.channel === null ? await finishConnection(ctx, await agreeAt(begun.url ?? '')) : begun;
      if (end.channel !== null) return end.channel.id;
      const own = { accountId, id: end.choice ?? '' };
      const { accounts } = await presentChoice(ctx, own, 'zh');
      const [channel] = await choose(
        ctx,
        own,
        accounts.slice(0, 1).map(({ id }) => id),
      );
      assert.ok(channel !== undefined);
      return channel.id;
    } catch (error) {
      if (tries > 20) throw error;
    }
  }
}

function clipMaker(ctx: ServerContext, accountId: string, folder: string) {
  const drawn = join(folder, 'drawn.mp4');
  // Upright, since Facebook takes nothing else.
  drawOnce(drawn, ['-f', 'lavfi', '-i', 'testsrc2=s=540x960:r=10:d=4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p']);
  let number = 0;
  return async (count: number): Promise<string[]> => {
    const bytes = await readFile(drawn);
    const materials: string[] = [];
    for (let made = 0; made < count; made++) {
      number += 1;
      const path = join(folder, 'clip');
      await writeFile(path, numberedClip(bytes, number));
      const name = `clip-${number}.mp4`;
      const file = await ctx.files.addLocal(ctx.db, accountId, path, { name, type: 'video/mp4' });
      materials.push(
        await ctx.db.transaction((tx) => libraryOf(ctx).adopt(tx, accountId, { id: file.id, name }, { kind: 'video' })),
      );
    }
    return materials;
  };
}
