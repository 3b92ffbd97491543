import { expect, test } from '@rstest/core';

import { brokenRules } from '#plugins/mixing/project-rules.ts';
import { MAX_GROUPS } from '#plugins/mixing/project.ts';
import * as edit from '#plugins/mixing/web/editor/store/edit-project.ts';

import { buildProject } from './build-project.ts';

const shape = (project: ReturnType<typeof buildProject>) =>
  project.groups.map(({ id, materials }) => `${id}:${materials.map(({ material }) => material).join(',')}`).join(' ');

test('groups are added at a place, up to the most that there may be', () => {
  expect(shape(edit.addGroup({ id: 'c', name: 'C', materials: ['m9'] }, 1)(buildProject()))).toBe(
    'a:m1,m2 c:m9 b:m3,m4',
  );
  let project = buildProject();
  for (let index = 0; index < 30; index++) project = edit.addGroup({ id: `g${index}`, name: 'G' })(project);
  expect(project.groups).toHaveLength(MAX_GROUPS);
});

test('a group moves to another place and keeps everything in it', () => {
  expect(shape(edit.moveGroup('a', 1)(buildProject()))).toBe('b:m3,m4 a:m1,m2');
  expect(shape(edit.moveGroup('b', 0)(buildProject()))).toBe('b:m3,m4 a:m1,m2');
  expect(shape(edit.moveGroup('nobody', 0)(buildProject()))).toBe('a:m1,m2 b:m3,m4');
});

test('at least one group and two clips are kept', () => {
  const project = buildProject();
  const one = edit.removeGroup('a')(project);
  expect(shape(one)).toBe('b:m3,m4');
  expect(edit.mayRemoveGroup(one, 'b')).toBe(false);
  expect(edit.removeGroup('b')(one)).toBe(one);
  const thin = edit.removeClips('b', ['m3'])(project);
  expect(edit.mayRemoveGroup(thin, 'a')).toBe(false);
  // What has no clips yet may lose a group that has none either.
  const empty = buildProject({ groups: [] });
  const two = edit.addGroup({ id: 'y', name: '' })(edit.addGroup({ id: 'x', name: '' })(empty));
  expect(edit.mayRemoveGroup(two, 'x')).toBe(true);
});

test('a clip is in a group once, however often it is dropped there', () => {
  expect(shape(edit.addClips('a', ['m5', 'm1', 'm5'], 0)(buildProject()))).toBe('a:m5,m1,m2 b:m3,m4');
});

test('a clip moves within its group and into another, with its windows', () => {
  const project = edit.setWindows('a', 'm1', [{ start: 1, end: 3 }])(buildProject());
  expect(shape(edit.moveClip('m1', 'a', { group: 'a', at: 1 })(project))).toBe('a:m2,m1 b:m3,m4');
  const moved = edit.moveClip('m1', 'a', { group: 'b', at: 1 })(project);
  expect(shape(moved)).toBe('a:m2 b:m3,m1,m4');
  expect(moved.groups[1]?.materials[1]?.windows).toEqual([{ start: 1, end: 3 }]);
});

test('a clip that the other group has already becomes one', () => {
  const project = edit.addClips('b', ['m1'])(buildProject());
  expect(shape(edit.moveClip('m1', 'a', { group: 'b', at: 0 })(project))).toBe('a:m2 b:m1,m3,m4');
});

test('windows lie in their order, and none means the whole clip', () => {
  const two = edit.setWindows('a', 'm1', [
    { start: 5, end: 7 },
    { start: 0, end: 2 },
  ])(buildProject());
  expect(two.groups[0]?.materials[0]?.windows?.map(({ start }) => start)).toEqual([0, 5]);
  expect(edit.setWindows('a', 'm1', [])(two).groups[0]?.materials[0]).toEqual({ material: 'm1' });
});

test('what is edited keeps to the rules or says which it breaks', () => {
  const broken = edit.changeGroup('a', { name: '' })(edit.change({ name: '' })(buildProject()));
  expect(brokenRules(broken).map(({ path }) => path)).toEqual(['name', 'groups.0.name']);
});
