import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { createMedia } from '#core/server/services/media/create-media.ts';
import { mixProjectSchema } from '#plugins/mixing/project.ts';
import { openJournal } from '#plugins/mixing/server/batch/batch-journal.ts';
import { runBatch } from '#plugins/mixing/server/batch/run-batch.ts';
import { prepareMaterials, type MaterialCandidate } from '#plugins/mixing/server/render/prepare-materials.ts';
import { nodesIn } from '#tests/nodes-in.ts';
import { rememberTools } from '#tests/shared-media-cache.ts';

import { videosIn } from './mix-command.ts';
import { drawHalfAlikeClip, drawSmallClips } from './small-clips.ts';
import { QUICK } from './video-formats.ts';

const nothingIsSpoken = () => Promise.reject(new Error('nothing is spoken'));

describe('a batch in a folder', { timeout: 120_000 }, () => {
  let folder: string;
  let media: Awaited<ReturnType<typeof createMedia>>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelport-compared-'));
    media = await openMedia('cache');
  });
  after(async () => {
    await media.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Media with a cache of its own. */
  function openMedia(name: string) {
    const cache = join(folder, name);
    rememberTools(cache);
    return createMedia({ folder: cache });
  }

  function candidateOf(path: string): MaterialCandidate {
    return {
      id: basename(path),
      async open() {
        const hash = createHash('sha256')
          .update(await readFile(path))
          .digest('hex');
        return { hash, name: basename(path), read: (use) => use(path) };
      },
    };
  }

  test('puts no video among the finished ones before it was compared with them, and tells what took its place', async () => {
    const clips = drawSmallClips(folder, 1, 6);
    const [first = '', other = '', stranger = '', ...second] = clips;
    const like = join(folder, 'like.mp4');
    // A clip of its own: what a process was told of it, it remembers for other tests, too.
    drawHalfAlikeClip(like, 1, 97, 1.2);
    const [known] = (await prepareMaterials(media, [candidateOf(stranger)], { compare: true })).ready;
    assert.ok(known);
    // What is known of one clip is a stranger's, so that planning takes it for something else.
    const mistaken = { ...candidateOf(like), fingerprint: () => Promise.resolve(known.fingerprint) };
    await prepareMaterials(media, [mistaken], { compare: true });
    const groups = [[first, like, other], second];
    const project = mixProjectSchema.parse({
      ...{ name: 'harbour', ...QUICK, shotSeconds: 1 },
      groups: groups.map((paths, index) => ({
        ...{ id: String(index + 1), name: `group ${index + 1}` },
        materials: paths.map((path) => ({ material: basename(path) })),
      })),
    });
    const out = join(folder, 'out');
    const journal = await openJournal(out);
    const seen = new Set<string>();
    const { certificate, records } = await runBatch({
      ...{ media, project, out, journal, count: 3, share: 0, seed: 1 },
      candidates: [first, like, other, ...second].map(candidateOf),
      providers: { use: nothingIsSpoken, inOrder: nothingIsSpoken },
      tools: { reelport: '0', ffmpeg: '0' },
      signal: new AbortController().signal,
      onProgress: () => videosIn(out).forEach((file) => seen.add(file)),
      onRefused: ({ error }) => assert.fail(error),
    });
    assert.deepEqual(
      records.map(({ file }) => file),
      videosIn(out),
    );
    for (const file of seen) assert.ok(videosIn(out).includes(file), `${file} was finished and stays`);
    assert.deepEqual([certificate.failures, records.length, certificate.replaced.length], [[], 2, 1]);
    const [replaced] = certificate.replaced;
    assert.ok(replaced && ['001.mp4', '002.mp4', '003.mp4'].includes(replaced.like));
    const shown = records.find(({ file }) => file === replaced.like)?.shots.map(({ material }) => material);
    const gone = replaced.shots.map(({ material }) => material);
    assert.deepEqual(
      [shown?.[0], gone[0]].sort(),
      ['1.mp4', 'like.mp4'],
      'the two that begin alike are named as each other’s likes',
    );
    assert.equal(replaced.by, null, 'no clip is left for its place');
    assert.deepEqual((await readdir(journal.work)).sort(), [], 'nothing of it is left');
  });

  test('of small clips is looked at beforehand, so that its first video is finished before the last shot is made', async () => {
    const clips = drawSmallClips(join(folder, 'early'), 2, 2);
    const cache = await openMedia('early-cache');
    try {
      const project = mixProjectSchema.parse({
        ...{ name: 'early', resolution: 720, shotSeconds: 1 },
        groups: [clips.slice(0, 2), clips.slice(2)].map((paths, index) => ({
          ...{ id: String(index + 1), name: `group ${index + 1}` },
          materials: paths.map((path) => ({ material: path })),
        })),
      });
      const out = join(folder, 'early-out');
      const shots = () => nodesIn(join(folder, 'early-cache'), 'clip');
      const seen: Promise<number>[] = [];
      await runBatch({
        ...{ media: cache, project, out, journal: await openJournal(out), count: 20, seed: 1 },
        candidates: clips.map((path) => ({ ...candidateOf(path), id: path })),
        providers: { use: nothingIsSpoken, inOrder: nothingIsSpoken },
        tools: { reelport: '0', ffmpeg: '0' },
        signal: new AbortController().signal,
        onProgress: () => {
          if (seen.length === 0 && videosIn(out).length > 0) seen.push(shots());
        },
        onRefused: ({ error }) => assert.fail(error),
      });
      const [first = 0] = await Promise.all(seen);
      assert.ok(first >= 2 && first < 4, `${first} of 4 shots were made when the first video was finished`);
      assert.equal(await shots(), 4);
    } finally {
      await cache.close();
    }
  });
});
