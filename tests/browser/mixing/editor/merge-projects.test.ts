import { expect, test } from '@rstest/core';

import { DEFAULT_CAPTION_STYLE, DEFAULT_TITLE_STYLE } from '#plugins/mixing/captions.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import {
  addClips,
  addGroup,
  change,
  changeGroup,
  moveGroup,
  removeClips,
  removeGroup,
  setWindows,
  type Edit,
} from '#plugins/mixing/web/editor/store/edit-project.ts';
import { mergeProjects } from '#plugins/mixing/web/editor/store/merge-projects.ts';

import { buildProject } from './build-project.ts';

const base: MixProject = {
  ...buildProject(),
  groups: ['a', 'b', 'c'].map((id) => ({
    ...buildProject().groups[0]!,
    ...{ id, name: id, materials: [{ material: `${id}1` }, { material: `${id}2` }] },
  })),
};
const merged = (mine: Edit, theirs: Edit) => mergeProjects(base, mine(base), theirs(base));
const shape = (project: MixProject | null) =>
  project?.groups.map(({ id, materials }) => `${id}:${materials.map(({ material }) => material).join()}`);
const title = { texts: ['One'], seconds: 2, style: DEFAULT_TITLE_STYLE };

test('fields that only one of two changed are as that one left them', () => {
  expect(merged(change({ name: 'mine' }), change({ shotSeconds: 9 }))).toEqual({
    ...base,
    ...{ name: 'mine', shotSeconds: 9 },
  });
  const both = merged(changeGroup('a', { speed: 2 }), changeGroup('a', { text: 'theirs' }));
  expect(both?.groups[0]).toMatchObject({ speed: 2, text: 'theirs' });
  const same = merged(change({ name: 'same' }), change({ name: 'same' }));
  expect(same?.name).toBe('same');
});

test('one field that both changed differently refuses the merge, or keeps mine where that is wanted', () => {
  expect(merged(change({ name: 'mine' }), change({ name: 'theirs' }))).toBe(null);
  const kept = mergeProjects(base, change({ name: 'mine' })(base), change({ name: 'theirs', fit: 'crop' })(base), {
    conflicts: 'mine',
  });
  expect([kept?.name, kept?.fit]).toEqual(['mine', 'crop']);
  const two = (texts: string[]) => change({ titles: { ...title, texts } });
  expect(merged(two(['Two']), two(['Three']))).toBe(null);
});

test('clips and groups that each added or took out are all there, or all gone', () => {
  expect(shape(merged(addClips('a', ['m']), addClips('a', ['t'], 0)))).toEqual(['a:t,a1,a2,m', 'b:b1,b2', 'c:c1,c2']);
  expect(shape(merged(removeClips('a', ['a1']), removeClips('b', ['b2'])))).toEqual(['a:a2', 'b:b1', 'c:c1,c2']);
  expect(shape(merged(addGroup({ id: 'm', name: 'm' }, 1), addGroup({ id: 't', name: 't' })))).toEqual([
    ...['a:a1,a2', 'm:', 'b:b1,b2', 'c:c1,c2', 't:'],
  ]);
  expect(shape(merged(removeGroup('b'), change({ name: 'x' })))).toEqual(['a:a1,a2', 'c:c1,c2']);
});

test('what one took out while the other changed it is not decided silently', () => {
  expect(merged(removeGroup('b'), changeGroup('b', { speed: 2 }))).toBe(null);
  expect(merged(removeClips('a', ['a1']), setWindows('a', 'a1', [{ start: 0, end: 2 }]))).toBe(null);
});

test('the order is that of whoever moved something; moved by both to different places it is refused', () => {
  expect(shape(merged(moveGroup('c', 0), addClips('a', ['m'])))).toEqual(['c:c1,c2', 'a:a1,a2,m', 'b:b1,b2']);
  expect(shape(merged(addClips('a', ['m']), moveGroup('c', 0)))).toEqual(['c:c1,c2', 'a:a1,a2,m', 'b:b1,b2']);
  expect(merged(moveGroup('c', 0), moveGroup('a', 2))).toBe(null);
});

test('two who change different lines of the subtitles both keep their change', () => {
  const line = (id: string, text = id) => ({ id, start: 1, end: 2, text });
  const style = DEFAULT_CAPTION_STYLE;
  const said = (...cues: ReturnType<typeof line>[]): Edit => change({ subtitles: { style, cues } });
  const before = said(line('1'), line('2'), line('3'))(base);
  const lines = (mine: Edit, theirs: Edit) =>
    mergeProjects(before, mine(before), theirs(before))?.subtitles?.cues.map(({ text }) => text) ?? null;
  const mine = said(line('1', 'mine'), line('2'), line('3'), line('4'));
  expect(lines(mine, said(line('1'), line('2', 'theirs'), line('3')))).toEqual(['mine', 'theirs', '3', '4']);
  expect(lines(mine, said(line('0'), line('1'), line('3')))).toEqual(['0', 'mine', '3', '4']);
  // Of one line, too, each may change something else.
  const later = said(...[line('1'), line('2'), line('3')].map((cue) => ({ ...cue, end: 5 })));
  expect(lines(mine, later)).toEqual(['mine', '2', '3', '4']);
  expect(lines(mine, said(line('1', 'theirs'), line('2'), line('3')))).toBe(null);
  expect(lines(mine, said(line('2'), line('3')))).toBe(null);
});

test('two who both begin with subtitles have the lines of both', () => {
  const begun = (id: string) =>
    change({ subtitles: { style: DEFAULT_CAPTION_STYLE, cues: [{ id, start: 1, end: 2, text: id }] } });
  const both = merged(begun('mine'), begun('theirs'));
  expect(both?.subtitles?.cues.map(({ text }) => text).toSorted()).toEqual(['mine', 'theirs']);
});

test('what comes out of a merge is the same whoever merges', () => {
  const edits: Edit[] = [change({ titles: title }), changeGroup('c', { mirror: true }), addClips('b', ['n'])];
  for (const mine of edits) for (const theirs of edits) expect(merged(mine, theirs)).toEqual(merged(theirs, mine));
});
