import type { Box } from '#core/contract/reframe.ts';
import type { AwkwardClip } from '#tests/tools/awkward-clips.ts';
import { testToolFaults } from '#tests/tools/tool-faults.ts';

const BOX: Box = { x: 0.35, y: 0.86, width: 0.3, height: 0.1 };
const WINDOW = { from: 0.5, to: 0.6 };
const LATE_WINDOW = { from: 7000.75, to: 7006 };

const removals = (own: object = WINDOW, box = BOX) => ({
  removals: [{ place: { kind: 'box', keys: [{ time: 0, box }] }, ...own }],
});

/** What is copied keeps its coded size, which is not the one that people see. */
function sizeOf({ name, width, height }: AwkwardClip): { width: number; height: number } {
  if (name === 'turned') return { width: height, height: width };
  if (name === 'oblong') return { width: width / 2, height };
  return { width: width - (width % 2), height: height - (height % 2) };
}

testToolFaults({
  tool: 'removal.remove',
  // Sound and times are kept by what cuts for every tool; these have pictures of their own kinds.
  clips: ['odd', 'fields', 'ten-bit', 'turned', 'oblong', 'uneven', 'long'],
  settings: (idOf) => ({ ...removals(), own: { [idOf('long')]: removals(LATE_WINDOW) } }),
  shows: (clip) => [{ first: 0, last: clip.times.length, ...sizeOf(clip) }],
  heavy: removals({}),
  heavyClips: { seconds: 2, side: 360 },
  withBox: (box) => removals({}, box),
  withWindow: (window) => removals(window),
  refused: {
    'no place': { removals: [] },
    'something unknown to remove': { removals: [{ ...removals().removals[0], removes: 'everything' }] },
  },
});
