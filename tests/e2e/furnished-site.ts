import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import sharp from 'sharp';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { projectOf } from '#tests/integration/mixing/mix-site.ts';
import { installPackage } from '#tests/integration/plugin-registry/install-package.ts';
import { workOf } from '#tests/integration/showcase/channel-work.ts';
import { until } from '#tests/until.ts';

import { drawMixedClips, type MixingSite } from './mix-kit.ts';

/** What there is to see on pages whose address names it. */
export interface Furnished {
  /** Of a member who is an operator, and to whom all of it belongs. */
  token: string;
  /** Addresses by the paths of routes. */
  examples: Record<string, string>;
  /** Addresses that lead nobody else to anything, by the paths of routes. */
  ofOthers: Record<string, string[]>;
}

/** Makes one of everything that a page shows: clips, a mix, runs of each tool, an order, codes, a plugin from outside. */
export async function furnish({ server, folder, stock }: MixingSite): Promise<Furnished> {
  const member = await server.signIn({ level: 'level1', operator: true });
  const { token } = member;
  const client = mixClient(server.address, token);
  const clips = drawMixedClips(join(folder, 'clips'), { clips: 2, scenes: 3, seconds: 2 });
  const [song, photo] = [join(folder, 'song.wav'), join(folder, 'photo.png')];
  spawnSync('ffmpeg', ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=3', song]);
  await sharp({ create: { width: 300, height: 200, channels: 3, background: '#357' } })
    .png()
    .toFile(photo);
  const outside = await client.call<{ id: string }>('POST', '/api/material-folders', { name: '外景', parentId: null });
  const stocked = await stock(member.accountId, [...clips, song, photo]);
  const ids = stocked.slice(0, 6);
  const document = projectOf([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4, 6)], { ratio: '9:16' });
  const project = (await client.call<{ id: string }>('POST', '/api/mixing/projects', document)).id;
  const run = (await client.ended((await client.run(project, { count: 2 })).id, 240)).id;
  const cuts = { tool: 'crop.cut', name: 'Cuts', inputs: ids.slice(0, 1), settings: { window: { from: 0, to: 1 } } };
  const cut = (await client.call<{ id: string }>('POST', '/api/tool-runs', cuts)).id;
  const shots = { name: 'Shots', videos: [{ id: ids[0], shots: [{ from: 0, to: 1 }] }] };
  const split = (await client.call<{ id: string }>('POST', '/api/segmentation/runs', shots)).id;
  const box = { kind: 'box', keys: [{ time: 0, box: { x: 0.1, y: 0.8, width: 0.8, height: 0.1 } }] };
  const masks = [{ look: { kind: 'mosaic' }, place: box }];
  const covers = { tool: 'mask.cover', name: 'Masks', inputs: ids.slice(0, 1), settings: { masks } };
  const mask = (await client.call<{ id: string }>('POST', '/api/tool-runs', covers)).id;
  const removals = {
    tool: 'removal.remove',
    name: 'Removals',
    inputs: ids.slice(0, 1),
    settings: { removals: [{ place: box }] },
  };
  const removal = (await client.call<{ id: string }>('POST', '/api/tool-runs', removals)).id;
  const { db, providers } = server.composed.ctx;
  await providers.admin.choose('payment', { adapters: ['membership.trial'], orEmbedded: false }, 'test');
  await db.pool.query(
    `insert into account_identities (kind, value, account_id, created_at) values ('mobile', '13800138001', $1, now())`,
    [member.accountId],
  );
  const wish = { item: 'publishes-900', service: 'membership.trial' };
  const order = (await client.call<{ number: string }>('POST', '/api/membership/orders', wish)).number;
  const slots = [{ id: 'a', name: 'Opening', least: 1, most: 3 }];
  const pieceTemplate = await client.call<{ id: string }>('POST', '/api/pieces/templates', { name: 'Short', slots });
  const asked = { name: 'Pieces', template: pieceTemplate.id, materials: ids.slice(0, 1) };
  const [cutting] = (await client.call<{ items: { id: string }[] }>('POST', '/api/pieces/projects', asked)).items;
  const pieces = cutting?.id ?? '';
  await until(
    async () => {
      const { project } = await client.call<{ project: { state: string } }>('GET', `/api/pieces/projects/${pieces}`);
      return project.state === 'ready';
    },
    'the pieces are chosen',
    60,
  );
  const videos = { name: 'Words', videos: ids.slice(0, 1), from: 'picture', language: 'zh-CN' };
  const words = (await client.call<{ id: string }>('POST', '/api/copywriting/runs', videos)).id;
  // What tells that a run has ended would stand over the pages that are walked.
  await until(
    async () => (await client.call<{ endedAt: string | null }>('GET', `/api/tool-runs/${words}`)).endedAt !== null,
    'words are looked for',
    60,
  );
  const cue = (id: string, start: number, text: string) => ({ id, start, end: start + 800, text, source: 'typed' });
  const cues = [cue('c1', 50, '今天全场商品一律包邮，限时三天不要错过'), cue('c2', 1000, 'Free shipping')];
  const written = { name: '开箱.srt', from: 'typed', language: 'zh-CN', cues, materialId: ids[0], tags: ['新品'] };
  const text = (await client.call<{ id: string }>('POST', '/api/copywriting/texts', written)).id;
  const wanted = { textId: text, name: '开箱', from: 'zh-CN', targets: ['en-US', 'ar-SA'] };
  const translated = (await client.call<{ id: string }>('POST', '/api/translation/projects', wanted)).id;
  const tracks = { languages: ['zh-CN'], folder: null, form: 'soft' };
  const subtitled = (
    await client.call<{ id: string }>('POST', `/api/translation/projects/${translated}/exports`, tracks)
  ).id;
  await client.ended(subtitled, 60);
  const batched = { name: '开箱', folder: null, videos: [stocked[0]], languages: ['zh-CN', 'en-US'], form: 'soft' };
  const batch = (await client.call<{ id: string }>('POST', '/api/translation/batches', batched)).id;
  const exported = (await client.call<{ id: string }>('POST', '/api/pieces/runs', { projects: [pieces] })).id;
  await installPackage(server, { manifest: { id: 'harbour-light' } });
  await db.pool.query(
    `insert into account_outbox (id, "to", text, created_at)
     values ('01990000-0000-7000-8000-000000000001', '13800138000', '【映港】您的验证码是 123456，5 分钟内有效。', now())`,
  );
  const task = await furnishPosts(db.pool, member.accountId, ids[0] ?? '');
  const { id: codes } = (
    await server.call('POST', '/api/membership/operator/code-batches', {
      token,
      body: {
        ...{ name: 'fair', benefit: { kind: 'level', level: 'level2', days: 30 }, count: 6 },
        expiresAt: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString(),
      },
    })
  ).envelope.data as { id: string };
  const { accounts, ledger } = server.composed.ctx;
  const colleague = await accounts.create(db, { name: 'Colleague', parentId: member.accountId });
  const given = { accountId: member.accountId, unit: 'mixes', facts: {} } as const;
  await ledger.issue(db, { ...given, kind: 'grant', amount: 50, key: 'given' });
  await ledger.allot(db, { ...given, subAccountId: colleague.id, amount: 20, key: 'allotted' });
  await furnishShowcase(server.composed.ctx, member.accountId, clips[0] ?? '');
  const examples: Record<string, string> = {
    '/mixedCut/edit/:id': `/mixedCut/edit/${project}`,
    '/mixedCut/run/:id': `/mixedCut/run/${run}`,
    '/mixedCut/certificate/:id': `/mixedCut/certificate/${run}`,
    '/videoCrop/run/:id': `/videoCrop/run/${cut}`,
    '/video/segmentation/run/:id': `/video/segmentation/run/${split}`,
    '/video/captions/mosaic/run/:id': `/video/captions/mosaic/run/${mask}`,
    '/subtitle/removal/:id': `/subtitle/removal/${removal}`,
    '/material/copywriting/:id': `/material/copywriting/${text}`,
    '/video/translation/:id?': `/video/translation/${translated}`,
    '/video/translation/batch/:id?': `/video/translation/batch/${batch}`,
    '/video/translation/:id/export': `/video/translation/${translated}/export`,
    '/video/translation/run/:id': `/video/translation/run/${subtitled}`,
    '/material/copy-extraction/run/:id': `/material/copy-extraction/run/${words}`,
    '/recharge/orders/:number': `/recharge/orders/${order}`,
    '/recharge/trial/:number': `/recharge/trial/${order}`,
    '/cutIntoPieces/project/preview': `/cutIntoPieces/project/preview?id=${pieces}`,
    '/cutIntoPieces/run/:id': `/cutIntoPieces/run/${exported}`,
    '/material/published-task-list/:id': `/material/published-task-list/${task}`,
    '/operator/money/orders/:number': `/operator/money/orders/${order}`,
    '/operator/money/members/:id': `/operator/money/members/${member.accountId}`,
    '/operator/money/codes/:id': `/operator/money/codes/${codes}`,
    '/operator/plugins/:id': '/operator/plugins/harbour-light',
    '/operator/services/:kind': '/operator/services/speech',
    '/qr/:sceneId': await qrAddress(server.address),
  };
  const ofOthers: Record<string, string[]> = {};
  const ofRuns = [
    ...['/mixedCut/run/:id', '/videoCrop/run/:id', '/video/segmentation/run/:id', '/video/captions/mosaic/run/:id'],
    ...['/cutIntoPieces/run/:id', '/material/copy-extraction/run/:id', '/material/copywriting/:id'],
    ...[
      '/video/translation/:id?',
      '/video/translation/:id/export',
      '/video/translation/run/:id',
      '/video/translation/batch/:id?',
    ],
  ];
  const ofOrders = ['/recharge/orders/:number', '/recharge/trial/:number'];
  for (const path of ['/mixedCut/edit/:id', '/mixedCut/certificate/:id', ...ofRuns, ...ofOrders]) {
    ofOthers[path] = [examples[path] ?? ''];
  }
  ofOthers['/material/music/:id?'] = [`/material/music/${stocked[6]}`];
  ofOthers['/material/photo/:id?'] = [
    ...[`/material/photo/${stocked[7]}`, '/material/photo?folder=none', `/material/photo?folder=${outside.id}`],
  ];
  return { token, examples, ofOthers };
}

/** An account at a platform, and a task of which one post is out, one is not, and one waits for a phone. @returns its id */
async function furnishPosts(
  pool: { query(sql: string, values: unknown[]): Promise<unknown> },
  accountId: string,
  fileId: string,
): Promise<string> {
  const [channel, task] = ['01990000-0000-7000-8000-0000000000c1', '01990000-0000-7000-8000-0000000000c2'];
  await pool.query(
    `insert into publishing_channels
       (id, account_id, adapter, platform, owner_id, name, followers, "group", state, tokens, connected_at)
     values ($2, $1, 'showcase.pages', 'pages', 'pier', 'Pier 4', 12000, 'South', 'expired', '', now())`,
    [accountId, channel],
  );
  await pool.query(
    `insert into publishing_tasks (id, account_id, key, name, type, created_at)
     values ($2, $1, $2, 'First ships', 'scheduled', now())`,
    [accountId, task],
  );
  const cause = { code: 'publishing:cause.authorise', params: { channel: 'Pier 4' }, next: 'authorise' };
  await pool.query(
    `insert into publishing_posts
       (id, account_id, task_id, channel_id, channel_name, platform, file_id, name, title, text, topics, state, at,
        deadline, link, cause, published_at)
     values
       ('01990000-0000-7000-8000-0000000000c3', $1, $2, $3, 'Pier 4', 'pages', $4, 'ship.mp4', 'Ship', '', '[]',
        'published', now(), now(), 'https://pages.test/1', null, now()),
       ('01990000-0000-7000-8000-0000000000c4', $1, $2, $3, 'Pier 4', 'pages', $2, 'crane.mp4', '', '', '[]',
        'failed', now(), now(), null, $5, null),
       ('01990000-0000-7000-8000-0000000000c5', $1, $2, $3, 'Pier 4', 'pages', $3, 'buoy.mp4', '', '', '[]',
        'handover', now(), now() + interval '7 days', null, null, null)`,
    [accountId, task, channel, fileId, JSON.stringify(cause)],
  );
  return task;
}

/** Where the QR code of a login leads a phone. */
async function qrAddress(address: string): Promise<string> {
  const answer = await fetch(`${address}/wechatNum/login`);
  const { qrcode } = (await answer.json()) as { qrcode: string };
  return new URL(qrcode).pathname;
}

/** A showcase with a video. */
async function furnishShowcase({ providers }: ServerContext, account: string, video: string): Promise<void> {
  const { provider } = await providers.one('channels', 'showcase.pages');
  const redirect = 'http://127.0.0.1/back';
  const answers = { title: 'Harbour Tea', handle: 'harbour-tea' };
  const { keep } = await provider.authorise({ state: '', redirect, answers, account });
  const { tokens } = await provider.exchange({}, { redirect, keep });
  const post = { key: 'first', title: 'Quay at dawn', text: 'Tea', topics: ['tea'], video, cover: null };
  await provider.publish({ ...post, audience: 'public', at: null }, workOf(tokens));
}
