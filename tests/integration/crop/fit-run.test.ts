import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';

import { isAllCopied } from '#core/contract/cut-facts.ts';
import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { ffmpeg } from '#tests/tools/awkward-clips.ts';
import { startToolKit, type ToolKit } from '#tests/tools/tool-kit.ts';

/** What ffprobe says of what an item came to. */
async function look(kit: ToolKit, item: ToolItem | undefined) {
  assert.equal(item?.state, 'made', item?.error ?? 'it is there');
  const path = await kit.download(item);
  const entries = 'stream=codec_type,codec_name,width,height:format=duration';
  const { streams, format } = JSON.parse(
    ffmpeg('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'json', path]),
  ) as {
    streams: { codec_type: string; codec_name: string; width?: number; height?: number }[];
    format: { duration: string };
  };
  const picture = streams.find(({ codec_type: type }) => type === 'video');
  return {
    codecs: streams.map(({ codec_name: codec }) => codec),
    ...{ width: picture?.width ?? 0, height: picture?.height ?? 0 },
    ...{ seconds: Number(format.duration), bytes: statSync(path).size },
  };
}

test('clips are made to fit: shorter, of another shape and size, in fewer bytes, and no less than that takes', async (t) => {
  const kit = await startToolKit(t, { tool: 'crop.cut' });
  const { clip, run } = kit;
  const sound = ['-f', 'lavfi', '-i', 'sine=f=440:d=6', '-c:a', 'aac', '-b:a', '256k'];
  const wide = await clip('wide.mp4', '640x360', { seconds: 6, options: sound });
  const noisy = await clip('noisy.mp4', '480x270', {
    seconds: 3,
    options: [...sound, '-vf', 'noise=alls=80:allf=t', '-t', '3'],
  });
  const fitting = await clip('fitting.mp4', '540x960', { seconds: 3 });

  const reel = {
    seconds: 4,
    side: { least: 540, most: 4096 },
    ratio: { least: 0.55, most: 0.575 },
    bytes: 100_000_000,
  };
  const reels = await run([wide, fitting], { fit: reel });
  const [cropped, same] = [await look(kit, reels.items[0]), await look(kit, reels.items[1])];
  assert.deepEqual([cropped.width, cropped.height, cropped.codecs], [540, 960, ['h264', 'aac']]);
  assert.ok(cropped.seconds > 3.8 && cropped.seconds <= 4, String(cropped.seconds));
  assert.deepEqual([same.width, same.height, same.seconds], [540, 960, 3]);
  assert.ok(isAllCopied(reels.items[1]?.facts), 'what fits is copied');

  const bytes = 200_000;
  const small = await look(kit, (await run([noisy], { fit: { bytes } })).items[0]);
  assert.ok(small.bytes <= bytes && small.bytes > bytes / 3, `${small.bytes} bytes`);
  assert.ok(Math.abs(small.seconds - 3) < 0.1, 'all of it is kept');
});

test('what cannot fit says so beside its clip, and is not made', async (t) => {
  const { clip, run } = await startToolKit(t, { tool: 'crop.cut' });
  const wide = await clip('wide.mp4', '640x360', { seconds: 6 });
  const { items, run: over } = await run([wide], { fit: { bytes: 20_000 } });
  assert.deepEqual([over.failed, items[0]?.files], [1, []]);
  assert.match(items[0]?.error ?? '', /wide\.mp4/);
});

test('a run that makes clips fit does not reframe them otherwise', async (t) => {
  const { clip, refusal } = await startToolKit(t, { tool: 'crop.cut' });
  const wide = await clip('wide.mp4', '640x360');
  const reframe = { part: null, turn: 90, flipAcross: false, flipDown: false, shortSide: null };
  assert.equal(await refusal([wide], { reframe, fit: { seconds: 2 } }), 422);
  assert.equal(await refusal([wide], { own: { [wide]: { reframe } }, fit: { seconds: 2 } }), 422);
});
