import { expect, test } from '@rstest/core';

import { DEFAULT_CAPTION_STYLE, DEFAULT_TITLE_STYLE } from '#plugins/mixing/captions.ts';
import { change, changeGroup, setWindows } from '#plugins/mixing/web/editor/store/edit-project.ts';
import { focusOf, type Work } from '#plugins/mixing/web/editor/store/preview-focus.ts';
import { until } from '#tests/until.ts';

import { buildProject } from './build-project.ts';
import { buildPreview, openEditor } from './editor-kit.ts';

const [first, second] = buildPreview().shots;
/** Two shots of three seconds that share half a second. */
const PLANNED = buildPreview({ shots: [{ ...first!, blendAfter: 15 }, second!], frames: 165 });

const partOf = (work: Work['selected'], index = 0, project = buildProject()) => {
  const focus = focusOf(project, PLANNED, { selected: work, index });
  return focus === null ? null : Object.values(focus.repeated).map((seconds) => Math.round(seconds * 100) / 100);
};

test('a transition, a group, a title and a line are each repeated where the video has them', () => {
  // Begin, resting place, end.
  expect(partOf({ kind: 'joint', group: 'a' })).toEqual([1.9, 2.75, 3.6]);
  expect(partOf({ kind: 'group', group: 'b' })).toEqual([2.5, 3.07, 5.5]);
  const titles = { texts: ['One', 'Two', ''], seconds: 2, style: DEFAULT_TITLE_STYLE };
  expect(partOf({ kind: 'titles' }, 1, buildProject({ titles }))).toEqual([0, 0.3, 2.6]);
  const cues = [
    { start: 0.2, end: 1, text: 'a' },
    { start: 4, end: 5.2, text: 'b' },
    { start: 500, end: 502, text: 'c' },
  ];
  const spoken = buildProject({ subtitles: { style: DEFAULT_CAPTION_STYLE, cues } });
  expect(partOf({ kind: 'subtitles' }, 0, spoken)).toEqual([0, 0.25, 1.6]);
  expect(partOf({ kind: 'subtitles' }, 1, spoken)).toEqual([3.4, 4.05, 5.5]);
});

test('what cannot be seen at one place repeats nothing', () => {
  const titles = { texts: [''], seconds: 2, style: DEFAULT_TITLE_STYLE };
  const cues = [{ start: 500, end: 502, text: 'c' }];
  expect(partOf({ kind: 'project' })).toBeNull();
  expect(partOf({ kind: 'titles' }, 0, buildProject({ titles }))).toBeNull();
  expect(
    partOf({ kind: 'subtitles' }, 0, buildProject({ subtitles: { style: DEFAULT_CAPTION_STYLE, cues } })),
  ).toBeNull();
  // The last group turns into nothing, and a clip without stretches is cut by the project's length of a shot.
  expect(partOf({ kind: 'joint', group: 'b' })).toBeNull();
  expect(partOf({ kind: 'clip', group: 'a', material: 'm2' })).toBeNull();
});

test('a stretch of a clip takes the place of its group’s shot while it is moved', () => {
  const windows = [
    { start: 1, end: 2 },
    { start: 5, end: 7 },
  ];
  const project = changeGroup('a', { speed: 2 })(setWindows('a', 'm2', windows)(buildProject()));
  const focus = focusOf(project, PLANNED, { selected: { kind: 'clip', group: 'a', material: 'm2' }, index: 1 });
  expect(focus?.shown.shots[0]).toMatchObject({
    material: 'm2',
    window: { start: 5, end: 7 },
    frames: 30,
    blendAfter: 15,
  });
  expect(focus?.shown.frames).toBe(105);
  expect(focus?.repeated).toMatchObject({ start: 0, end: 1 });
});

test('the preview shows the title that is being typed, and the stretch that is being moved', async () => {
  const { store } = openEditor();
  await until(() => store.state === 'ready' && store.preview.composition !== null);
  const { preview } = store;
  const titleOf = () => preview.composition?.captions[0]?.events[0]?.text;
  store.edit(change({ titles: { texts: ['One', 'Two'], seconds: 2, style: DEFAULT_TITLE_STYLE } }));
  expect(titleOf()).toBe('One');
  store.work.select({ kind: 'titles' });
  store.work.workOn(1);
  expect(titleOf()).toBe('Two');
  store.edit(change({ titles: { texts: ['One', 'Two!'], seconds: 2, style: DEFAULT_TITLE_STYLE } }));
  expect(titleOf()).toBe('Two!');
  store.work.select({ kind: 'clip', group: 'b', material: 'm4' });
  store.edit(setWindows('b', 'm4', [{ start: 2, end: 3 }]));
  expect(preview.composition?.shots[1]).toMatchObject({ url: '/files/m4', window: { start: 2, end: 3 } });
  store.edit(setWindows('b', 'm4', [{ start: 2.5, end: 3.5 }]));
  expect(preview.composition?.shots[1]?.window).toEqual({ start: 2.5, end: 3.5 });
  expect(titleOf()).toBe('One');
  store.dispose();
});
