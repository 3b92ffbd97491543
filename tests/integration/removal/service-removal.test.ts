import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';

import { cutFactsSchema } from '#core/contract/cut-facts.ts';
import { createMedia, type OwnedMedia } from '#core/server/services/media/create-media.ts';
import { CUT_FILES } from '#core/server/services/media/cut/exact-cut.ts';
import type { Operation } from '#core/server/services/media/operation.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { removalNode, type Filler } from '#plugins/removal/server/removal-node.ts';
import { removeOperation } from '#plugins/removal/server/remove-operation.ts';
import { openFillService } from '#plugins/removal/server/service/fill-service.ts';
import { filledChange } from '#plugins/removal/server/shots/filled-change.ts';
import { findTextOperation, readFoundText } from '#plugins/removal/server/shots/find-text-operation.ts';
import { sourceOf } from '#tests/fixtures/eye/open-eye.ts';
import { startFillingService, type FillingService } from '#tests/fixtures/removal/filling-service.ts';
import { differing, drawnFrames } from '#tests/integration/media/cut/cut-kit.ts';
import { makeClip, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { until } from '#tests/until.ts';

const [WIDTH, HEIGHT, FRAMES] = [320, 180, 90];
const BOX = { x: 0.25, y: 0.7, width: 0.5, height: 0.2 };
// In pixels: outwards to even ones.
const [LEFT, TOP, RIGHT, BOTTOM] = [80, 126, 240, 162];

// Two shots of 45 frames, with text in the frames from 15 to 75.
describe('a video whose text a service fills', () => {
  let video: NodeSource;
  let path: string;
  let folder: string;
  const texts = [{ whole: true, track: { from: 0.5, to: 2.5, keys: [{ time: 0, boxes: [BOX] }] } }];
  const wanted = () => ({ video, seconds: 2, texts });
  const work = (signal = new AbortController().signal) => ({ signal, progress: () => undefined });

  before(async () => {
    folder = await temporaryFolder();
    const media = await createMedia({ folder: join(folder, 'drawing') });
    path = await makeClip(
      media.runner,
      folder,
      ...['-f', 'lavfi', '-i', `testsrc2=s=${WIDTH}x${HEIGHT}:r=30:d=1.5`],
      ...['-f', 'lavfi', '-i', `gradients=s=${WIDTH}x${HEIGHT}:r=30:d=1.5:seed=3:c0=0x404060:c1=0xe0c060:nb_colors=2`],
      ...['-filter_complex', '[0:v][1:v]concat=n=2,format=yuv420p[v]', '-map', '[v]'],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-threads', '1', '-g', '15', '-bf', '2'],
      ...['-x264-params', 'open-gop=0:scenecut=0:colorprim=bt709:transfer=bt709:colormatrix=bt709'],
      ...['-color_range', 'tv', 'two-shots.mp4'],
    );
    await media.close();
    video = await sourceOf(path);
  });

  async function open(t: TestContext, name: string): Promise<OwnedMedia> {
    const media = await createMedia({ folder: join(folder, name) });
    t.after(() => media.close());
    media.operations.add([removeOperation, findTextOperation] as Operation[]);
    return media;
  }
  async function start(t: TestContext): Promise<{ simulated: FillingService; filler: Filler }> {
    const simulated = await startFillingService({ mostFrames: 48 });
    t.after(() => simulated.close());
    const provider = await openFillService({ address: simulated.address, key: 'secret', mostSeconds: 60 });
    return { simulated, filler: { id: 'removal.service', provider } };
  }
  const make = async (media: OwnedMedia, filler: Filler, signal?: AbortSignal): Promise<Buffer> => {
    const node = await removalNode({ media }, filler, wanted(), work(signal));
    return media.graph.make([node], ([made = '']) => readFile(join(made, CUT_FILES.video)), { signal });
  };

  it('is sent shot by shot, and no pixel outside of the text differs, whatever the service answers', async (t) => {
    const media = await open(t, 'whole');
    const { simulated, filler } = await start(t);
    const node = await removalNode({ media }, filler, wanted(), work());
    const [finding, ...shots] = node.inputs;
    assert.ok(finding !== undefined);
    const frames = await media.graph.make([finding, ...shots], async ([first = '', ...folders]) => {
      const found = await readFoundText(first);
      assert.deepEqual(found.stretches[0]?.shots, [45]);
      const times = { times: Array.from({ length: FRAMES }, (_, at) => at / 30), end: FRAMES / 30 };
      const own = { path, picture: found.picture, range: { first: 0, last: FRAMES }, folder };
      const { shots: ranges } = node.params as { shots: { first: number; last: number }[] };
      const filled = { found, shots: ranges.map((range, at) => ({ wanted: range, folder: folders[at] ?? '' })) };
      return {
        picture: found.picture,
        plain: await drawnFrames(media.runner, { ...own, change: null }),
        made: await drawnFrames(media.runner, { ...own, change: filledChange(texts, times, filled) }),
      };
    });
    for (const [at, made] of frames.made.entries()) {
      const found = differing(made, frames.plain[at] ?? made, frames.picture);
      if (at < 15 || at >= 75) assert.equal(found, null, `frame ${at} has no text`);
      else assert.deepEqual(found, [LEFT, TOP, RIGHT, BOTTOM], `frame ${at}`);
      if (at >= 15 && at < 75) assert.equal(made[(TOP + 4) * WIDTH + LEFT + 4], 130, 'as the service has filled it');
    }
    // Each with twelve frames around what is wanted, as far as its shot goes; no more than it takes at once.
    assert.ok(simulated.shots.length >= 2 && simulated.shots.every((shot) => shot.frames <= 48));
    assert.ok(simulated.mostAtOnce <= 2);
    const { length } = simulated.shots;
    assert.equal(new Set(simulated.shots.map(({ reference }) => reference)).size, length);
    assert.equal(simulated.cancelled.length, length, 'what is kept here is forgotten there');
    const facts = await media.graph.make([node], async ([made = '']) =>
      cutFactsSchema.parse(JSON.parse(await readFile(join(made, CUT_FILES.facts), 'utf8'))),
    );
    assert.deepEqual([facts.copied, facts.picturesEncoded], [30, null], 'what has no text is copied');
    assert.equal(simulated.shots.length, length, 'nothing is sent twice');
  });

  it('is taken up after it was stopped, and comes out the same', async (t) => {
    const { simulated, filler } = await start(t);
    const undisturbed = await make(await open(t, 'undisturbed'), filler);
    const all = simulated.shots.length;
    simulated.shots.length = 0;
    const stopped = await open(t, 'stopped');
    const stop = new AbortController();
    const node = await removalNode({ media: stopped }, filler, wanted(), work());
    const shots = node.inputs.slice(1);
    await stopped.graph.make(shots.slice(0, -1), () => Promise.resolve());
    assert.equal(simulated.shots.length, all - 1);
    // The last one never gets ready.
    simulated.slow = Infinity;
    const making = make(stopped, filler, stop.signal);
    const stopping = assert.rejects(making, { name: 'AbortError' });
    await until(async () => simulated.shots.length === all, 'the last shot is sent');
    const told = simulated.cancelled.length;
    stop.abort();
    await stopping;
    assert.equal(simulated.cancelled.length, told + 1, 'the service was told');
    simulated.slow = 1;
    simulated.shots.length = 0;
    const again = await make(stopped, filler);
    assert.equal(simulated.shots.length, 1, 'only what was not there is sent');
    assert.ok(again.equals(undisturbed));
  });
});
