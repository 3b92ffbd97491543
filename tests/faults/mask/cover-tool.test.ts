import type { Box } from '#core/contract/reframe.ts';
import type { AwkwardClip } from '#tests/tools/awkward-clips.ts';
import { testToolFaults } from '#tests/tools/tool-faults.ts';

const BOX: Box = { x: 0, y: 0.8, width: 1, height: 0.2 };
const WINDOW = { from: 0.5, to: 0.9 };
const LATE_WINDOW = { from: 7000.75, to: 7010 };

const masks = (own: object = WINDOW, box = BOX, look: object = { kind: 'mosaic' }) => ({
  masks: [{ look, place: { kind: 'box', keys: [{ time: 0, box }] }, ...own }],
});

/** What is copied keeps its coded size, which is not the one that people see. */
function sizeOf({ name, width, height }: AwkwardClip): { width: number; height: number } {
  if (name === 'turned') return { width: height, height: width };
  if (name === 'oblong') return { width: width / 2, height };
  return { width: width - (width % 2), height: height - (height % 2) };
}

testToolFaults({
  tool: 'mask.cover',
  settings: (idOf) => ({ ...masks(), own: { [idOf('long')]: masks(LATE_WINDOW) } }),
  shows: (clip) => [{ first: 0, last: clip.times.length, ...sizeOf(clip) }],
  heavy: masks({}),
  withBox: (box) => masks({}, box),
  withWindow: (window) => masks(window),
  refused: {
    'no mask': { masks: [] },
    'a mask without a look': masks({}, BOX, {}),
    'a colour that is none': masks({}, BOX, { kind: 'solid', colour: 'black' }),
    'squares that are larger than the picture': masks({}, BOX, { kind: 'mosaic', cell: 3 }),
    'positions in no order': {
      masks: [
        {
          look: { kind: 'mosaic' },
          place: {
            kind: 'box',
            keys: [
              { time: 1, box: BOX },
              { time: 1, box: BOX },
            ],
          },
        },
      ],
    },
  },
});
