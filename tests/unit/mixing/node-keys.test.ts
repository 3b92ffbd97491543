import assert from 'node:assert/strict';
import { test } from 'node:test';

import { captionStyleSchema } from '#plugins/mixing/captions.ts';
import type { MediaInfo } from '#core/server/services/media/media-info.ts';
import { createNodeKeys } from '#core/server/services/media/node-key.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { clipNode, type ClipOptions } from '#plugins/mixing/server/operations/clip.ts';
import { jointNode } from '#plugins/mixing/server/operations/joint.ts';
import { shownFootageNode } from '#plugins/mixing/server/operations/shown-footage.ts';

// Only the keys are asked for.
const runner = {} as MediaRunner;
const keyOf = createNodeKeys('test');
const picture = { width: 720, height: 1280, fps: 30 };
const source = { hash: 'a'.repeat(64), name: 'a.mp4', read: () => assert.fail('nothing is built') };
const info: MediaInfo = {
  ...{ container: 'mov,mp4,m4a,3gp,3g2,mj2', duration: 6, startTime: 0, size: 1000, streamCount: 1, audio: null },
  video: {
    ...{ index: 0, codec: 'h264', width: 720, height: 1280, displayWidth: 720, displayHeight: 1280, rotation: 0 },
    ...{ sar: { num: 1, den: 1 }, pixelFormat: 'yuv420p', averageRate: 25, baseRate: 25, colorRange: 'tv' },
    ...{ colorSpace: 'bt709', colorTransfer: 'bt709', colorPrimaries: 'bt709', hdr: false, parameterSets: null },
    ...{ frames: 150, startTime: 0, duration: 6 },
  } as MediaInfo['video'],
};

function clip(options: Partial<ClipOptions> = {}) {
  return clipNode(runner, {
    ...{ source, info, picture, window: { start: 1, end: 4 }, fit: 'crop', speed: 1, mirror: false },
    ...{ blend: { before: 0, after: 0 }, captions: [], ...options },
  });
}

// A key that changes throws away what every installation has rendered. Change one of these only together with what the
// node makes.
test('clips, transitions and footage keep the keys under which they lie in the caches of installations', () => {
  const style = captionStyleSchema.parse({});
  const captioned = clip({ captions: [{ style, events: [{ start: 0, end: 1, text: '夏季' }] }] });
  const [leaving, coming] = [clip({ blend: { before: 0, after: 15 } }), clip({ blend: { before: 15, after: 0 } })];
  const joint = (transition: 'fade' | 'dissolve') =>
    jointNode(runner, { from: leaving, to: coming, transition, frames: 15, picture });
  const footage = shownFootageNode([{ node: clip(), start: 1 }]);
  const fast = clip({ speed: 1.5, mirror: true });
  assert.deepEqual([clip(), captioned, fast, joint('fade'), joint('dissolve'), footage].map(keyOf), [
    '7f34c60060d0c4e14bd4157a4ab33cdc83c7895f3ed0a47281e57f631807ad63',
    '349a10c4c22c02df9c1b983369f749ad64f6b3e2b26f3a075aea56385a7df1b1',
    'aec5e435bc221bbc719d9e2c4b843275639ddea51603982eeac0693bcbb5d477',
    '1b563c2ee14237809cc8adc64bef5114bb5e091a619f58963710f6497188bd52',
    'ef7efcc99fa3ff506c4aae9f636820478e71e98811f458651ff35e771fc3edc4',
    '8d05d5f3e221850f312ce2d8b582306e0858e535f0a2b32bdc6ee4531077cd65',
  ]);
});
