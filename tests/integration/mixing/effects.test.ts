import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { MixEffect, MixPreview } from '#plugins/mixing/calls.ts';
import type { MixProjectInput } from '#plugins/mixing/project.ts';
import { COLOUR_LAB } from '#tests/fixtures/server-halves/colour-lab.ts';
import { packHalf, writeHalf } from '#tests/fixtures/server-halves/write-half.ts';

import { coloursOf } from './colours-of.ts';
import { mixClient } from './mix-client.ts';
import { projectOf, startMixSite } from './mix-site.ts';
import { drawSmallClips } from './small-clips.ts';

describe('effects that a plugin from outside brings', { timeout: 240_000 }, async () => {
  const site = await startMixSite(
    { after },
    { prepare: async (dataDir) => void (await writeHalf(dataDir, COLOUR_LAB)) },
  );
  const { server, folder } = site;
  const { plugins } = server.composed.ctx;
  const asked = { actor: 'test', source: 'test', untrusted: false, grants: [] };
  await plugins.install(packHalf(COLOUR_LAB), asked);
  const { token, accountId } = await server.signIn({ level: 'level1' });
  const client = mixClient(server.address, token);
  const clips = drawSmallClips(folder, 2, 2);
  await site.work();
  const ids = await Promise.all(clips.map((clip) => site.adopt(accountId, clip)));
  await site.allPrepared(accountId);

  const GREY = { name: 'colour-lab.grey', params: { amount: 1 } };
  interface Chosen {
    name: string;
    params: Record<string, unknown>;
  }
  /** Two groups, of which the first has the effect. */
  function projectWith(effect: Chosen | undefined): MixProjectInput {
    const document = projectOf([ids.slice(0, 2), ids.slice(2, 4)]);
    // Also such as no schema lets through.
    Object.assign(document.groups[0] ?? {}, effect === undefined ? {} : { effect });
    return document;
  }
  const save = (effect: Chosen | undefined) =>
    client.call<{ id: string }>('POST', '/api/mixing/projects', projectWith(effect));
  const call = (path: string, body: unknown) => server.call('POST', `/api/mixing/${path}`, { token, body });
  const start = async (effect: Chosen | undefined) => call(`projects/${(await save(effect)).id}/runs`, { count: 1 });
  const listed = async () => (await client.call<{ items: MixEffect[] }>('GET', '/api/mixing/effects')).items;
  const tasks = async () => (await client.call<{ items: unknown[] }>('GET', '/api/tasks?limit=200')).items.length;

  test('are listed in the reader’s language, with fields for their settings', async () => {
    const grey = (await listed()).find(({ name }) => name === GREY.name);
    assert.deepEqual(
      {
        ...grey,
        fields: grey?.fields.map(({ key, kind, title, standard, min, max }) => [key, kind, title, standard, min, max]),
      },
      {
        ...{ name: GREY.name, title: 'Grey', about: 'No colour.', state: 'ready' },
        fields: [['amount', 'number', 'Amount', 1, 0, 1]],
      },
    );
    const chinese = await server.call('GET', '/api/mixing/effects', { token, headers: { 'accept-language': 'zh' } });
    assert.match(JSON.stringify(chinese.envelope.data), /灰度.*去掉颜色。/);
  });

  test('change the shots of their group in a finished video, and no others', async () => {
    const { id } = await save(GREY);
    const run = await client.ended((await client.run(id, { count: 1 })).id);
    assert.deepEqual([run.state, run.made], ['done', 1], run.error ?? '');
    const [output] = await client.outputs(run.id);
    const path = join(folder, 'grey.mp4');
    await writeFile(path, await client.download(output?.fileId ?? ''));
    const seen = coloursOf(path);
    assert.equal(seen.length, 60);
    assert.ok(
      seen.slice(0, 30).every((colour) => colour < 10),
      seen.slice(0, 30).join(),
    );
    assert.ok(
      seen.slice(30).every((colour) => colour > 30),
      seen.slice(30).join(),
    );
    const probed = spawnSync('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', path]).stdout.toString();
    const [video] = (JSON.parse(probed) as { streams: Record<string, unknown>[] }).streams;
    assert.deepEqual([video?.['width'], video?.['height'], video?.['avg_frame_rate']], [480, 480, '30/1']);
  });

  test('are in a preview that the server renders', async () => {
    const document = projectWith(GREY);
    const preview = await client.call<MixPreview>('POST', '/api/mixing/previews', { document, count: 1 });
    interface Rendered {
      id: string;
      state: string;
      url: string | null;
      error: string | null;
    }
    let rendered = await client.call<Rendered>('POST', '/api/mixing/rendered-previews', { document, preview });
    while (rendered.state === 'working') {
      await sleep(100);
      rendered = await client.call<Rendered>('GET', `/api/mixing/rendered-previews/${rendered.id}`);
    }
    assert.equal(rendered.error, null);
    const path = join(folder, 'preview.mp4');
    const answer = await fetch(new URL(rendered.url ?? '', server.address));
    await writeFile(path, Buffer.from(await answer.arrayBuffer()));
    const seen = coloursOf(path);
    assert.ok(seen.slice(0, 30).every((colour) => colour < 10) && seen.slice(30).every((colour) => colour > 30));
  });

  test('with settings that cannot be are refused when the project is saved, or before it runs', async () => {
    for (const effect of [
      { name: 'grey', params: {} },
      { name: GREY.name, params: { amount: { much: true } } },
      { name: GREY.name, params: Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`p${at}`, 1])) },
    ]) {
      const saved = await call('projects', projectWith(effect));
      assert.equal(saved.status, 422, JSON.stringify(effect));
    }
    const refused = await start({ name: GREY.name, params: { amount: 7 } });
    assert.deepEqual([refused.status, refused.failure.error], [422, 'mixing:effect-settings']);
  });

  for (const [what, name, error, status] of [
    ['missing', 'gone-lab.grey', 'mixing:effect-missing', 422],
    ['unknown to its plugin', 'colour-lab.gone', 'mixing:effect-missing', 422],
  ] as const) {
    test(`one that is ${what} leaves its project whole, and keeps it from running before any work`, async () => {
      const before = await tasks();
      const { id } = await save({ name, params: {} });
      const refused = await call(`projects/${id}/runs`, { count: 1 });
      assert.deepEqual([refused.status, refused.failure.error], [status, error]);
      assert.match(refused.envelope.message, /Group 1.*Nothing was started.*Remove the effect/);
      assert.equal(await tasks(), before);
      const stored = await client.call<{ document: MixProjectInput }>('GET', `/api/mixing/projects/${id}`);
      assert.deepEqual(stored.document.groups[0]?.effect, { name, params: {} });
    });
  }

  test('of a plugin that is locked for a tier, or switched off, are told as such and do not run; others go on', async () => {
    const stateOf = async () => (await listed()).find(({ name }) => name === GREY.name)?.state;
    await plugins.setTier('colour-lab', 'level1', 'locked', 'test');
    assert.equal(await stateOf(), 'locked');
    const locked = await start(GREY);
    assert.deepEqual([locked.status, locked.failure.error], [403, 'mixing:effect-locked']);
    assert.match(locked.envelope.message, /“Grey”/);
    const preview = await client.call<MixPreview>('POST', '/api/mixing/previews', {
      document: projectWith(GREY),
      count: 1,
    });
    const rendered = await call('rendered-previews', { document: projectWith(GREY), preview });
    assert.equal(rendered.failure.error, 'mixing:effect-locked');
    await plugins.setTier('colour-lab', 'level1', null, 'test');

    await plugins.setDisabled('colour-lab', true, 'test');
    assert.equal(await stateOf(), 'off');
    assert.equal((await start(GREY)).failure.error, 'mixing:effect-missing');
    const run = await start({ name: 'mixing.fade-colours', params: { amount: 0.5 } });
    assert.equal(run.status, 200);
    assert.equal((await client.ended((run.envelope.data as { id: string }).id)).made, 1);
    await plugins.setDisabled('colour-lab', false, 'test');
    assert.equal(await stateOf(), 'ready');
  });

  for (const [name, told] of [
    ['colour-lab.shrink', /effect: TypeError: .*240x240/],
    ['colour-lab.endless', /effect: TypeError: .* it makes 31 frames of 30/],
    ['colour-lab.torn', /effect: Error: the film tore/],
  ] as const) {
    test(`${name} breaks: the video fails in plain words, and the plugin has the fault`, async () => {
      const started = await start({ name, params: {} });
      const run = await client.ended((started.envelope.data as { id: string }).id);
      assert.equal(run.made, 0);
      assert.match(JSON.stringify([run, await client.outputs(run.id)]), new RegExp(`The effect ${name} does not work`));
      const faults = await plugins.faults('colour-lab');
      assert.ok(
        faults.some(({ message }) => told.test(message)),
        JSON.stringify(faults),
      );
      const fine = await start(undefined);
      assert.equal((await client.ended((fine.envelope.data as { id: string }).id)).made, 1);
    });
  }
});
