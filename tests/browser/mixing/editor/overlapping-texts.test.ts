import { expect, test } from '@rstest/core';

import { DEFAULT_CAPTION_STYLE, DEFAULT_TITLE_STYLE } from '#plugins/mixing/captions.ts';
import { changeGroup } from '#plugins/mixing/web/editor/store/edit-project.ts';
import { overlappingTexts } from '#plugins/mixing/web/editor/store/overlapping-texts.ts';

import { buildProject } from './build-project.ts';
import { buildPreview } from './editor-kit.ts';

/** The first group has a text for three seconds; a line is said at a time. */
function overlapping({ start = 1, end = 2, position = DEFAULT_CAPTION_STYLE.position, text = 'Open now' } = {}) {
  const style = { ...DEFAULT_CAPTION_STYLE, position };
  const project = buildProject({ subtitles: { style, cues: [{ start, end, text: 'Good morning' }] } });
  return [...overlappingTexts(changeGroup('a', { text })(project), buildPreview())];
}

test('texts of groups and subtitles do not lie on each other unless they are moved there', () => {
  expect(overlapping()).toEqual([]);
  expect(overlapping({ position: 0.61 })).toEqual(['subtitles', 'a']);
  // Another group plays then, and nothing lies on an empty text.
  expect(overlapping({ position: 0.61, start: 4, end: 5 })).toEqual([]);
  expect(overlapping({ position: 0.61, text: ' ' })).toEqual([]);
  // Many lines reach further.
  expect(overlapping({ text: 'all day long '.repeat(16) })).toEqual(['subtitles', 'a']);
});

test('a title lies on what stands at its height while it is shown', () => {
  const titles = { texts: ['Port'], seconds: 2, style: DEFAULT_TITLE_STYLE };
  const high = { ...DEFAULT_CAPTION_STYLE, position: DEFAULT_TITLE_STYLE.position };
  const project = (start: number) =>
    buildProject({ titles, subtitles: { style: high, cues: [{ start, end: start + 1, text: 'Good morning' }] } });
  expect([...overlappingTexts(project(1), buildPreview())]).toEqual(['subtitles', 'titles']);
  expect([...overlappingTexts(project(2.5), buildPreview())]).toEqual([]);
});
