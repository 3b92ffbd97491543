import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import type { TestScope } from '#core/server/testing/test-scope.ts';
import type { SplitVideo } from '#plugins/segmentation/calls.ts';
import { shotsOf, USUAL_RULE } from '#plugins/segmentation/shots.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { AWKWARD_NAMES, drawAwkward, drawSpoiled, ffmpeg } from '#tests/tools/awkward-clips.ts';
import { assertShows } from '#tests/tools/shown-frames.ts';
import { isOver, startToolKit } from '#tests/tools/tool-kit.ts';
import { until } from '#tests/until.ts';

/** Frames of the shots of the clip. */
const LENGTHS = [41, 52, 47];
const FILMS = ['mandelbrot=s=320x180:r=30', 'testsrc2=s=320x180:r=30', 'smptehdbars=s=320x180:r=30'];

/** A server with all plugins, and a member with videos of three shots each. */
async function startKit(t: TestScope) {
  const kit = await startToolKit(t, { tool: 'segmentation.split' });
  const { accountId, ctx, folder, call } = kit;
  return {
    ...kit,
    path: (name: string) => join(folder, name),
    /** Draws a video of three shots, and puts it into the library. */
    async film(name: string, options: readonly string[] = ['-bf', '3', '-g', '250']): Promise<string> {
      const path = join(folder, name);
      const shots = FILMS.map((film, at) => `${film},trim=end_frame=${LENGTHS[at]},format=yuv420p[s${at}]`);
      drawOnce(path, [
        ...[
          '-f',
          'lavfi',
          '-i',
          'sine=r=48000:d=4.6667',
          '-filter_complex',
          `${shots.join(';')};[s0][s1][s2]concat=n=3[v]`,
        ],
        ...['-map', '[v]', '-map', '0:a', '-c:v', 'libx264', '-preset', 'veryfast', ...options, '-c:a', 'aac'],
      ]);
      const file = await ctx.files.addLocal(ctx.db, accountId, path, { name, type: 'video/mp4' });
      const id = await ctx.db.transaction((tx) =>
        libraryOf(ctx).adopt(tx, accountId, { id: file.id, name }, { kind: 'video' }),
      );
      await until(
        async () => (await libraryOf(ctx).find(accountId, [id])).get(id)?.state === 'ready',
        'it is ready',
        30,
      );
      return id;
    },
    async shots(id: string): Promise<SplitVideo> {
      let video: SplitVideo | undefined;
      await until(
        async () => {
          const { envelope } = await call('POST', '/api/segmentation/openings', { ids: [id] });
          [video] = (envelope.data as { items: SplitVideo[] }).items;
          return video !== undefined && video.state !== 'finding';
        },
        'the shots are found',
        30,
      );
      assert.ok(video !== undefined);
      return video;
    },
    async split(body: object): Promise<{ run: ToolRun; items: ToolItem[] }> {
      const { status, envelope } = await call('POST', '/api/segmentation/runs', body);
      assert.equal(status, 200, JSON.stringify(envelope));
      const run = await kit.reach((envelope.data as ToolRun).id, isOver);
      return { run, items: (await kit.items(run.id)).items };
    },
    /** Hashes of the pictures of a file, frame by frame. */
    hashes: (path: string): string[] =>
      ffmpeg('ffmpeg', ['-i', path, '-map', '0:v', '-f', 'framemd5', '-'])
        .split('\n')
        .flatMap((line) => (line.startsWith('#') || line === '' ? [] : [line.split(',').at(-1)?.trim() ?? ''])),
    splitState: async (id: string) =>
      ((await call('GET', `/api/materials/${id}`)).envelope.data as { split: string }).split,
  };
}

test('the shots of a video become materials, exact to the frame and linked to it', async (t) => {
  const { film, shots, split, hashes, download, path, call, splitState } = await startKit(t);
  const id = await film('film.mp4');
  const { found, edit } = await shots(id);
  assert.ok(found !== null);
  assert.equal(await splitState(id), 'none');
  const own = shotsOf(found, USUAL_RULE, edit);
  assert.deepEqual(
    own.map(({ start }) => Math.round(start * 30)),
    [0, 41, 93],
  );
  const chosen = own
    .slice(1)
    .map(({ from, to }, at) => ({ from, to, name: at === 0 ? 'Opening' : '', tags: at === 0 ? ['wide'] : [] }));
  const { run, items } = await split({
    name: 'Film',
    videos: [{ id, shots: chosen }],
    folder: { name: 'Shots of film' },
  });
  assert.deepEqual([run.state, run.made, run.failed], ['done', 2, 0], JSON.stringify(items));
  assert.deepEqual(
    items.map(({ name }) => name),
    ['Opening #wide', 'film 02'],
  );
  const source = hashes(path('film.mp4'));
  const [first, second] = items;
  assert.ok(first !== undefined && second !== undefined);
  const made = [hashes(await download(first)), hashes(await download(second))];
  assert.deepEqual(
    made.map(({ length }) => length),
    [52, 47],
  );
  const facts = items.map((item) => item.facts as { first: number; copied: number; copiedFrom: number | null });
  for (const [at, { first: begin, copied, copiedFrom }] of facts.entries()) {
    assert.equal(begin, [41, 93][at]);
    assert.ok(copied > 0 && copiedFrom !== null, 'pictures inside a shot are copied');
    const inside = source.slice(copiedFrom, copiedFrom + copied);
    assert.deepEqual(made[at]?.slice(copiedFrom - begin, copiedFrom - begin + copied), inside);
  }
  assert.equal(await splitState(id), 'done');
  const { materials, kept } = run.facts as { materials: string[]; kept: number };
  assert.equal(kept, 2);
  const origins = (await call('GET', `/api/materials/${materials[0]}/origins`)).envelope.data as {
    from: { id: string }[];
  };
  assert.deepEqual(
    origins.from.map((origin) => origin.id),
    [id],
  );
});

test('a shot of a single frame is exported like any other, with a picture of it', async (t) => {
  const { film, split, hashes, download, ctx, accountId } = await startKit(t);
  const id = await film('film.mp4');
  const shots = [{ from: 1, to: 31 / 30 }];
  const { run, items } = await split({ name: 'Frame', videos: [{ id, shots }] });
  assert.deepEqual([run.state, run.made], ['done', 1], JSON.stringify(items));
  const [item] = items;
  assert.ok(item !== undefined && item.poster !== null);
  assert.equal(hashes(await download(item)).length, 1);
  const { first, last } = item.facts as { first: number; last: number };
  assert.deepEqual([first, last], [30, 31]);
  const [kept = ''] = (run.facts as { materials: string[] }).materials;
  const stateOf = async () => (await libraryOf(ctx).find(accountId, [kept])).get(kept)?.state;
  await until(async () => (await stateOf()) !== 'preparing', 'it is prepared', 30);
  assert.equal(await stateOf(), 'ready');
});

test('many videos are split with one call, each by its own shots, and a broken one fails alone', async (t) => {
  const { film, adopt, folder, split, call, splitState } = await startKit(t);
  const [whole, other] = [await film('a.mp4'), await film('b.mp4', ['-bf', '0', '-g', '30', '-sc_threshold', '0'])];
  const torn = (await drawSpoiled(folder)).find(({ path }) => path.endsWith('torn.mp4'));
  assert.ok(torn !== undefined);
  const broken = await adopt(torn.path);
  // Changed by hand before: the second shot stays out.
  const edit = { notes: { [String(Math.round((41 / 30) * 1000))]: { isLeftOut: true } } };
  await call('POST', '/api/segmentation/openings', { ids: [other] });
  assert.equal((await call('PUT', `/api/segmentation/videos/${other}/edit`, { edit, revision: 0 })).status, 200);
  const videos = [whole, other, broken].map((id) => ({ id }));
  const { run, items } = await split({ name: 'All', videos, folder: null });
  assert.deepEqual([run.state, run.made, run.failed], ['done', 5, 1], JSON.stringify([run, items]));
  const made = items.filter(({ state }) => state === 'made').map(({ name }) => name);
  assert.deepEqual(made.toSorted(), ['a 01', 'a 02', 'a 03', 'b 01', 'b 02']);
  assert.match(items.find(({ state }) => state === 'failed')?.error ?? '', torn.why);
  assert.deepEqual(
    [await splitState(whole), await splitState(other), await splitState(broken)],
    ['done', 'done', 'failed'],
  );
});

test('what is somebody else’s is not there, and free members split a few videos at once', async (t) => {
  const { film, server, call } = await startKit(t);
  const id = await film('film.mp4');
  const { token } = await server.signIn({ level: 'level0' });
  const foreign = await server.call('POST', '/api/segmentation/openings', { token, body: { ids: [id] } });
  assert.deepEqual((foreign.envelope.data as { items: unknown[] }).items, []);
  const edit = { edit: {}, revision: 0 };
  assert.equal((await server.call('PUT', `/api/segmentation/videos/${id}/edit`, { token, body: edit })).status, 404);
  const run = { name: 'Theirs', videos: [{ id }] };
  assert.equal((await server.call('POST', '/api/segmentation/runs', { token, body: run })).status, 422);
  const many = Array.from({ length: 4 }, (_, at) => ({ id: `0189000${at}-0000-7000-8000-000000000001` }));
  const refused = await server.call('POST', '/api/segmentation/runs', { token, body: { name: 'Many', videos: many } });
  assert.equal(refused.status, 403);
  // The tool is started by its plugin alone.
  const around = {
    tool: 'segmentation.split',
    name: 'Around',
    inputs: [id],
    settings: { rule: {}, folderId: null, own: {} },
  };
  assert.equal((await call('POST', '/api/tool-runs', around)).status, 409);
});

test('a change of cuts is kept, and one that rests on older cuts is refused', async (t) => {
  const { film, shots, call } = await startKit(t);
  const id = await film('film.mp4');
  await shots(id);
  const save = (added: number[], revision: number) =>
    call('PUT', `/api/segmentation/videos/${id}/edit`, { edit: { added }, revision });
  assert.equal((await save([0.5], 0)).status, 200);
  assert.notEqual((await save([0.7], 0)).envelope.code, 1);
  const video = await shots(id);
  assert.deepEqual([video.edit.added, video.revision], [[0.5], 1]);
});

test('of every kind of clip the frames of a shot come out in their places', async (t) => {
  const kit = await startKit(t);
  // Turned and oblong ones keep their coded size when they are copied, which is not the one that people see.
  const others = ['long', 'turned', 'oblong'];
  const names = AWKWARD_NAMES.filter((name) => !others.includes(name));
  const clips = await drawAwkward(kit.folder, names);
  const ids = await Promise.all(clips.map(({ path }) => kit.adopt(path)));
  const library = libraryOf(kit.ctx);
  await until(
    async () => [...(await library.find(kit.accountId, ids)).values()].every(({ state }) => state === 'ready'),
    'they are ready',
    60,
  );
  const range = { from: 0.5, to: 1.7 };
  const videos = ids.map((id) => ({ id, shots: [{ ...range, name: '', tags: [] }] }));
  const { run, items } = await kit.split({ name: 'All sorts', videos, folder: null });
  assert.deepEqual([run.state, run.failed], ['done', 0], JSON.stringify(items));
  for (const [at, clip] of clips.entries()) {
    const item = items.find(({ sources }) => sources[0] === ids[at]);
    assert.ok(item !== undefined, clip.name);
    const first = clip.times.findLastIndex((time) => time <= range.from + 1e-6);
    const last = clip.times.findIndex((time) => time >= range.to - 1e-6);
    // Encoders of H.264 take even sizes only.
    const [width, height] = [clip.width - (clip.width % 2), clip.height - (clip.height % 2)];
    assertShows(await kit.download(item), clip, { first, last, width, height });
  }
});
