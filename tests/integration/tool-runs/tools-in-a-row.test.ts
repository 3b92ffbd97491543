import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { cutFactsSchema, type CutFacts } from '#core/contract/cut-facts.ts';
import { UNCHANGED } from '#core/contract/reframe.ts';
import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import { CUT_PICTURES } from '#plugins/crop/cut-settings.ts';
import { REMOVE_PICTURES } from '#plugins/removal/removal-settings.ts';
import { SPLIT_PICTURES } from '#plugins/segmentation/limits.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { ffmpeg } from '#tests/tools/awkward-clips.ts';
import { isOver, startToolKit } from '#tests/tools/tool-kit.ts';

const hashes = (path: string) =>
  ffmpeg('ffmpeg', ['-i', path, '-map', '0:v', '-f', 'framemd5', '-'])
    .split('\n')
    .flatMap((line) => (line.startsWith('#') || line === '' ? [] : [line.split(',').at(-1)?.trim() ?? '']));

const factsOf = ({ facts }: ToolItem): CutFacts => cutFactsSchema.parse(facts);

test('text removed, split, cropped and mixed: pictures are encoded only by what changes them', async (t) => {
  const kit = await startToolKit(t, { tool: 'removal.remove' });
  const path = join(kit.folder, 'film.mp4');
  const bars = [0, 1, 2].map((at) => `drawbox=x=${300 + at * 40}:y=400:w=12:h=40:color=white:t=fill`).join(',');
  const films = [
    `testsrc2=s=854x480:r=30:d=2,${bars.replaceAll('t=fill', "t=fill:enable='lt(t,1)'")}`,
    'mandelbrot=s=854x480:r=30,trim=duration=2',
  ];
  drawOnce(path, [
    ...['-f', 'lavfi', '-i', 'sine=r=48000:d=4', '-filter_complex'],
    `${films.map((film, at) => `${film},format=yuv420p[s${at}]`).join(';')};[s0][s1]concat=n=2[v]`,
    ...['-map', '[v]', '-map', '0:a', '-c:v', 'libx264', '-preset', 'veryfast', '-g', '30', '-c:a', 'aac'],
  ]);
  const film = await kit.adopt(path);

  async function work(path: string, body: object) {
    const { status, envelope } = await kit.call('POST', path, body);
    assert.equal(status, 200, JSON.stringify(envelope));
    const run = await kit.reach((envelope.data as ToolRun).id, isOver, 120);
    const { items } = await kit.items(run.id);
    assert.equal(run.state, 'done', JSON.stringify([run.error, items]));
    return { run, items };
  }
  const encodings = async (id: string) =>
    ((await kit.call('GET', `/api/materials/${id}/origins`)).envelope.data as { encodings: number | null }).encodings;
  assert.equal(await encodings(film), null, 'what was uploaded was encoded by others');

  const box = { x: 0.3, y: 0.8, width: 0.25, height: 0.15 };
  const removals = [{ place: { kind: 'box', keys: [{ time: 0, box }] }, removes: 'all', from: 0, to: 1 }];
  const removed = await work('/api/tool-runs', {
    ...{ tool: 'removal.remove', name: 'Without', inputs: [film], settings: { removals } },
  });
  const [bare = ''] = await kit.keep(removed.run);
  assert.equal(await encodings(bare), 1);
  assert.equal(REMOVE_PICTURES, 'changes');
  const [cleaned] = removed.items.map(factsOf);
  assert.ok(cleaned !== undefined && cleaned.copied >= 60 && cleaned.copied < 120, JSON.stringify(cleaned));

  const shots = [0, 2].map((from) => ({ from, to: from + 2 }));
  const split = await work('/api/segmentation/runs', { name: 'Shots', videos: [{ id: bare, shots }] });
  const own = await kit.keep(split.run);
  assert.deepEqual(
    split.items.map((item) => factsOf(item).copied),
    [60, 60],
    'shots that begin with a key frame are copied',
  );
  assert.deepEqual(await Promise.all(own.map(encodings)), [1, 1]);
  assert.equal(SPLIT_PICTURES, 'edges');

  assert.equal(CUT_PICTURES, 'reframed');
  const shorter = { window: { from: 0.5, to: null } };
  const trimmed = await work('/api/tool-runs', {
    tool: 'crop.cut',
    name: 'Shorter',
    inputs: [bare],
    settings: shorter,
  });
  const [trim] = trimmed.items.map(factsOf);
  assert.ok(trim !== undefined && trim.copied >= 90 && trim.copied < 105, JSON.stringify(trim));

  const square = { ...UNCHANGED, part: { kind: 'ratio', width: 1, height: 1, path: [] }, shortSide: 480 };
  const cropped = await work('/api/tool-runs', {
    ...{ tool: 'crop.cut', name: 'Square', inputs: own, settings: { reframe: square } },
  });
  const squares = await kit.keep(cropped.run);
  assert.deepEqual(await Promise.all(squares.map(encodings)), [2, 2]);
  assert.deepEqual(
    cropped.items.map((item) => factsOf(item).copied),
    [0, 0],
  );

  const project = await kit.call('POST', '/api/mixing/projects', {
    ...{ name: 'Mix', ratio: '1:1', resolution: 480, fit: 'crop', shotSeconds: 2 },
    groups: squares.map((material, at) => ({ id: `${at}`, name: `Group ${at}`, materials: [{ material }] })),
  });
  const { id } = project.envelope.data as { id: string };
  const mixed = await work(`/api/mixing/projects/${id}/runs`, { count: 1 });
  const [video] = mixed.items;
  assert.ok(video !== undefined);
  const sources = await Promise.all(cropped.items.map((item) => kit.download(item)));
  assert.deepEqual(hashes(await kit.download(video)), sources.flatMap(hashes), 'the mix shows the very pictures');
});
