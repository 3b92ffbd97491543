import type { Reframe } from '#core/contract/reframe.ts';
import type { AwkwardClip } from '#tests/tools/awkward-clips.ts';
import { testToolFaults } from '#tests/tools/tool-faults.ts';

const SQUARE: Reframe = {
  part: { kind: 'ratio', width: 1, height: 1, path: [] },
  ...{ turn: 90, flipAcross: false, flipDown: false, shortSide: 120 },
};
const UPRIGHT: Reframe = {
  ...SQUARE,
  part: { kind: 'ratio', width: 9, height: 16, path: [] },
  turn: 0,
  shortSide: 540,
};
const WINDOW = { from: 0.5, to: 1.7 };
const LATE_WINDOW = { from: 7000.75, to: 7100 };

/** The frames on screen from one moment to another. */
function framesOf({ times }: AwkwardClip, { from, to }: typeof WINDOW): { first: number; last: number } {
  const first = times.findLastIndex((time) => time <= from + 1e-6);
  return { first, last: times.findIndex((time) => time >= to - 1e-6) };
}

testToolFaults({
  tool: 'crop.cut',
  settings: (idOf) => ({ window: WINDOW, reframe: SQUARE, own: { [idOf('long')]: { window: LATE_WINDOW } } }),
  shows: (clip) => [
    {
      ...framesOf(clip, clip.name === 'long' ? LATE_WINDOW : WINDOW),
      ...{ width: 120, height: 120 },
      filter: `scale=${clip.width}:${clip.height},crop=min(iw\\,ih):min(iw\\,ih),transpose=clock`,
    },
  ],
  heavy: { window: { from: 1, to: 4 }, reframe: UPRIGHT },
  withBox: (box) => ({ reframe: { ...SQUARE, part: { kind: 'box', box } } }),
  withWindow: (window) => ({ window }),
});
