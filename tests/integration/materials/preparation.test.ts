import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, truncate } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { eq } from 'drizzle-orm';
import sharp from 'sharp';

import { coreFiles } from '#core/server/services/files/tables.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';
import type { Material } from '#plugins/materials/calls.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import { makeClip, makeHugeClip, realRunner } from '#tests/integration/media/media-kit.ts';

import { openLibrary, someVideo, type Member } from './library-kit.ts';

const library = await openLibrary({ after });
const { ctx } = library.server.composed;
const runner = await realRunner(library.folder);
const clip = (...args: string[]) => makeClip(runner, library.folder, ...args);
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const picture = (size = '320x180', seconds = 3) => ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25:d=${seconds}`];
const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
let own: Member;

before(async () => {
  await library.work();
  own = await library.join();
});

async function imageAt(url: string | null) {
  assert.ok(url !== null);
  const answer = await fetch(library.server.address + url);
  assert.equal(answer.status, 200);
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return { format, width, height };
}

test('a video is measured and gets a poster, a sheet for scrubbing and the outline of its sound', async () => {
  const path = await clip(...picture('360x640', 4), ...tone(2), ...x264, '-c:a', 'aac', '-g', '999', 'upright.mp4');
  const before = (await ctx.files.space(own.accountId)).used;
  const uploaded = await own.upload(path);
  const material = await own.prepared(uploaded.id);
  assert.deepEqual(
    [material.state, material.error, material.seconds, material.width, material.height],
    ['ready', null, 4, 360, 640],
  );
  assert.deepEqual(await imageAt(material.poster), { format: 'jpeg', width: 360, height: 640 });
  assert.deepEqual(await imageAt(material.thumbnail), { format: 'jpeg', width: 256, height: 256 });
  const { sprite } = material;
  assert.ok(sprite);
  assert.deepEqual(
    [sprite.columns, sprite.rows, sprite.count, sprite.width, sprite.height, sprite.secondsEach],
    [10, 2, 20, 160, 284, 0.2],
  );
  assert.deepEqual(await imageAt(sprite.url), { format: 'jpeg', width: 1600, height: 568 });
  const peaks = Buffer.from(material.peaks ?? '', 'base64');
  assert.equal(peaks.length, 240);
  assert.equal((await ctx.files.space(own.accountId)).used - before, uploaded.size, 'pictures take no space');

  const silent = await own.prepared(
    (await own.upload(await clip(...picture('640x360', 0.4), ...x264, 'short.mp4'))).id,
  );
  assert.deepEqual([silent.state, silent.peaks, silent.sprite?.count], ['ready', null, 2]);
  const second = await library.join();
  const same = await second.prepared((await second.upload(path)).id);
  assert.deepEqual([same.seconds, same.sprite?.count], [4, 20]);
});

test('pictures of any length, time and turn are prepared', async () => {
  const files = [
    await clip('-f', 'lavfi', '-i', 'color=red:s=1280x16:r=25:d=3', ...x264, 'wide.mp4'),
    await clip('-f', 'lavfi', '-i', 'color=red:s=16x1280:r=25:d=3', ...x264, 'tall.mp4'),
    await clip(...picture('320x180', 1), '-frames:v', '1', ...x264, 'one-frame.mp4'),
    await clip('-f', 'lavfi', '-i', 'color=gray:s=64x64:r=1/4:d=12', ...x264, 'slow.mp4'),
    await clip(...picture(), '-c:v', 'flv1', 'flash.flv'),
    await clip(...picture(), ...x264, 'quick.mov'),
  ];
  const turned = await clip('-i', `file:${files[5]}`, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', 'turned.mov');
  const materials = await Promise.all(
    [...files, turned].map(async (path) => own.prepared((await own.upload(path)).id)),
  );
  for (const { name, state, error, poster, thumbnail, sprite } of materials) {
    assert.deepEqual([state, error], ['ready', null], name);
    await imageAt(poster);
    await imageAt(thumbnail);
    await imageAt(sprite?.url ?? null);
  }
  const last = materials.at(-1);
  assert.deepEqual([last?.width, last?.height], [180, 320]);
});

test('a video that begins in black shows what comes after it', async () => {
  const fade = ['-vf', 'fade=in:st=1.5:d=0.2'];
  const path = await clip(...picture('320x180', 3), ...fade, ...x264, 'from-black.mp4');
  const { poster } = await own.prepared((await own.upload(path)).id);
  const answer = await fetch(library.server.address + poster);
  const { channels } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
  assert.ok(
    channels.every(({ mean }) => mean > 60),
    JSON.stringify(channels.map(({ mean }) => mean)),
  );
});

test('a video whose pictures cannot be decoded says so, though its index is whole', async () => {
  const bytes = await readFile(await clip(...picture(), ...x264, '-movflags', '+faststart', 'emptied.mp4'));
  bytes.fill(0, bytes.indexOf('mdat') + 4);
  const material = await own.prepared((await own.upload(bytes, { name: 'emptied.mp4', kind: 'video' })).id);
  assert.deepEqual([material.state, material.error?.includes('emptied.mp4')], ['failed', true], material.error ?? '');
});

test('music is decoded to its end: length by what can be read, outline by its level', async () => {
  const mp3 = await clip(...tone(3), '-c:a', 'libmp3lame', 'tone.mp3');
  const wav = await clip('-f', 'lavfi', '-i', 'aevalsrc=0.9*sin(2*PI*300*t)*gt(t\\,1):d=2', 'half.wav');
  const [music, half] = await Promise.all(
    [mp3, wav].map(async (path) => own.prepared((await own.upload(path, { kind: 'music' })).id)),
  );
  assert.deepEqual([music?.state, music?.error, music?.poster, music?.width], ['ready', null, null, null]);
  assert.ok(Math.abs((music?.seconds ?? 0) - 3) < 0.1, String(music?.seconds));
  const peaks = Buffer.from(half?.peaks ?? '', 'base64');
  assert.equal(half?.seconds, 2);
  assert.ok(Math.max(...peaks.subarray(0, 110)) < 10 && Math.min(...peaks.subarray(130)) > 180);

  const empty = (await readFile(wav)).subarray(0, 80);
  const noise = Buffer.concat([Buffer.from('RIFF\0\0\x01\0WAVEfmt ', 'latin1'), Buffer.alloc(9000, 7)]);
  for (const [name, bytes] of [
    ['empty.wav', empty],
    ['noise.wav', noise],
  ] as const) {
    const broken = await own.prepared((await own.upload(bytes, { name, kind: 'music' })).id);
    assert.deepEqual([broken.state, broken.error?.includes(name)], ['failed', true], broken.error ?? '');
  }
});

test('pictures are upright, small copies of every format, and the first of a moving one', async () => {
  const base = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#336699' } });
  const jpeg = await base.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const cases: [string, Buffer, number, number, string][] = [
    ['turned.jpg', jpeg, 800, 1200, 'jpeg'],
    ['clear.png', await base.clone().ensureAlpha(0.5).png().toBuffer(), 1200, 800, 'webp'],
    ['plain.webp', await base.clone().webp().toBuffer(), 1200, 800, 'jpeg'],
    ['tiny.gif', await base.clone().resize(3, 2).gif().toBuffer(), 3, 2, 'jpeg'],
  ];
  for (const [name, bytes, width, height, format] of cases) {
    const material = await own.prepared((await own.upload(bytes, { name, kind: 'image' })).id);
    assert.deepEqual([material.state, material.error, material.width, material.height], ['ready', null, width, height]);
    const poster = await imageAt(material.poster);
    assert.ok([format, 'webp'].includes(poster.format), `${name}: ${poster.format}`);
    assert.equal(Math.sign((poster.width ?? 0) - (poster.height ?? 0)), Math.sign(width - height), name);
    assert.ok((poster.width ?? 0) <= 480 && (poster.height ?? 0) <= 854);
  }
});

test('a picture that is damaged or far too large says so and stays listed', async () => {
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const huge = Buffer.from(png);
  huge.writeUInt32BE(60_000, 16);
  huge.writeUInt32BE(60_000, 20);
  for (const [name, bytes] of [
    ['half.png', png.subarray(0, 20_000)],
    ['huge.png', huge],
  ] as const) {
    const { id } = await own.upload(bytes, { name, kind: 'image' });
    const material = await own.prepared(id);
    assert.deepEqual([material.state, material.error?.includes(name)], ['failed', true], material.error ?? '');
  }
  const list = await own.call<{ total: number }>('GET', '/api/materials?state=failed&kind=image');
  assert.equal(list.total, 2);
});

test(
  'hostile videos get their reason in the reader’s language, and the others go on',
  { timeout: 180_000 },
  async () => {
    const truncated = await clip(...picture(), ...x264, '-movflags', '+faststart', 'truncated.mp4');
    await truncate(truncated, Math.floor((await readFile(truncated)).length * 0.6));
    const good = await clip(...picture('64x64', 2), ...x264, 'good.mp4');
    const cases: [string, RegExp][] = [
      [truncated, /is incomplete/],
      [await clip(...tone(2), '-c:a', 'aac', 'no-video.mp4'), /sound but no picture/],
      [
        await clip(
          ...picture('64x64'),
          ...Array.from({ length: 20 }, () => ['-map', '0:v']).flat(),
          ...x264,
          'streams.mp4',
        ),
        /20 tracks/,
      ],
      [await clip('-f', 'lavfi', '-i', 'color=gray:s=16x16:r=1/10:d=28800', ...x264, 'eight-hours.mp4'), /480 minutes/],
      [await makeHugeClip(runner, library.folder), /too large/],
    ];
    const uploads = await Promise.all([good, ...cases.map(([path]) => path)].map((path) => own.upload(path)));
    const materials = await Promise.all(uploads.map(({ id }) => own.prepared(id)));
    assert.equal(materials[0]?.state, 'ready');
    for (const [index, [path, reason]] of cases.entries()) {
      const material = materials[index + 1];
      assert.ok(material);
      assert.equal(material.state, 'failed', path);
      assert.match(material.error ?? '', reason);
      const chinese = await own.answer('GET', `/api/materials/${material.id}`, undefined, 'zh');
      assert.match((chinese.envelope.data as Material).error ?? '', /\p{Script=Han}/u);
      const answer = await fetch(library.server.address + material.url);
      assert.equal(answer.status, 200, 'its bytes are there');
      // Its connection stays open until they are read.
      await answer.arrayBuffer();
    }
    const tasks = await ctx.jobs.list(own.accountId, { states: ['failed'] });
    assert.deepEqual(tasks, [], 'a material that cannot be used is no failed task');
  },
);

test('bit-flipped videos are ready or failed with a reason, never anything else', { timeout: 180_000 }, async () => {
  const bytes = await readFile(await clip(...picture('160x120', 2), ...tone(2), ...x264, '-c:a', 'aac', 'to-flip.mp4'));
  const flipped = Array.from({ length: 8 }, (_, seed) => {
    const { next } = seededRandom(seed + 1);
    const copy = Buffer.from(bytes);
    // The first bytes say what it is; without them it is refused before it is stored.
    for (let flip = 0; flip < 30; flip += 1) {
      const at = 32 + Math.floor(next() * (copy.length - 32));
      copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(next() * 8));
    }
    return copy;
  });
  const uploads = await Promise.all(flipped.map((copy, index) => own.upload(copy, { name: `flip${index}.mp4` })));
  for (const { id, name } of uploads) {
    const { state, error } = await own.prepared(id);
    assert.equal(state === 'ready' ? null : error?.includes(name), state === 'ready' ? null : true, error ?? '');
  }
});

test('a material that failed is looked at again on request, and a cancelled preparation says so', async () => {
  const { id } = await own.upload(someVideo('not a video at all'));
  assert.equal((await own.prepared(id)).state, 'failed');
  const again = await own.call<Material>('POST', `/api/materials/${id}/prepare`);
  assert.deepEqual([again.state, again.error], ['preparing', null]);
  assert.equal((await own.prepared(id)).state, 'failed');

  const alone = await openLibrary({ after });
  const member = await alone.join();
  const waiting = await member.upload(someVideo('cancelled'));
  const { items } = await member.call<{ items: { id: string }[] }>('GET', `/api/tasks?subjectId=${waiting.id}`);
  await member.call('POST', `/api/tasks/${items[0]?.id}/cancel`);
  const cancelled = await member.call<Material>('GET', `/api/materials/${waiting.id}`);
  assert.deepEqual([cancelled.state, /cancelled/.test(cancelled.error ?? '')], ['failed', true]);
});

test('a material that is deleted for good while it is looked at leaves nothing behind', async () => {
  const gone = await library.join();
  const { id } = await gone.upload(await clip(...picture('640x360', 4), ...x264, 'gone.mp4'));
  await gone.call('POST', '/api/material-removals', { ids: [id] });
  await gone.call('POST', '/api/material-purges', { all: true });
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const [task] = await ctx.db.orm.select().from(coreTasks).where(eq(coreTasks.subjectId, id));
    if (task?.state === 'succeeded' || task?.state === 'failed') break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.deepEqual(await ctx.db.scope(gone.accountId).select(coreFiles), []);
});

const clips = fileURLToPath(new URL('../../../../shared/clips/', import.meta.url));
const withClips = { skip: existsSync(clips) ? false : 'no folder of real clips beside the checkout', timeout: 240_000 };
test('real clips are prepared as they are seen, and the others say what is wrong', withClips, async () => {
  const member = await library.join();
  const wanted: Record<string, string | RegExp> = {
    'chair-19-sd-bar.mp4': '480×720',
    'cursed-vfr.mp4': '3026×1386',
    'doorknob-hd-no-bar.mp4': '1280×720',
    'edts.mp4': '853×480',
    'rotate-buck-bunny.mp4': '1080×1920',
    'sar_2x1.mp4': '1280×360',
    'video-h265.mp4': '1920×1080',
    'annex-b.mp4': /is incomplete/,
    'toothsome-dts.mp4': /sound but no picture/,
  };
  await assert.rejects(member.upload(`${clips}frames.webm`), { code: 'materials:type-video' });
  await assert.rejects(member.upload(`${clips}frames.webm`, { name: 'x.mp4' }), { code: 'materials:type-video' });
  const uploads = await Promise.all(Object.keys(wanted).map((name) => member.upload(`${clips}${name}`)));
  for (const { id, name } of uploads) {
    const material = await member.prepared(id);
    const found = material.error ?? `${material.width}×${material.height}`;
    const expected = wanted[name] ?? '';
    if (typeof expected === 'string') assert.equal(found, expected, name);
    else assert.match(found, expected, name);
    if (material.state === 'ready') await imageAt(material.sprite?.url ?? null);
  }
});
