import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pictureOf, RATIOS, RESOLUTIONS } from '#core/contract/picture.ts';
import { TRANSITIONS } from '#plugins/mixing/transitions.ts';
import { mixProjectSchema, type MixProject, type MixProjectInput } from '#plugins/mixing/project.ts';
import { assertRunnable, brokenRules } from '#plugins/mixing/project-rules.ts';

const group = (id: string, materials = ['a.mp4', 'b.mp4']) => ({
  id,
  name: `group ${id}`,
  materials: materials.map((material) => ({ material })),
});

function buildProject(changes: Partial<MixProjectInput> = {}): MixProject {
  return mixProjectSchema.parse({ name: 'project', resolution: 480, groups: [group('1'), group('2')], ...changes });
}

const codesOf = (changes: Partial<MixProjectInput>) =>
  brokenRules(buildProject(changes)).map(({ path, code }) => [path, code]);

test('a plain project has every default and breaks no rule', () => {
  const project = buildProject();
  assert.deepEqual(brokenRules(project), []);
  assert.deepEqual(
    [
      project.ratio,
      project.fit,
      project.order,
      project.shotSeconds,
      project.music,
      project.titles,
      project.subtitles,
      project.dubbing,
    ],
    ['9:16', 'blur', 'fixed', 3, null, null, null, null],
  );
  assert.deepEqual(
    [project.groups[0]?.speed, project.groups[0]?.mirror, project.groups[0]?.keepSound, project.groups[0]?.transition],
    [1, false, true, null],
  );
  assert.deepEqual(mixProjectSchema.parse(project), project);
});

test('each rule is told with its place', () => {
  assert.deepEqual(codesOf({ name: '  ' }), [['name', 'mixing:name-missing']]);
  assert.deepEqual(codesOf({ groups: [] }), [['groups', 'mixing:group-missing']]);
  assert.deepEqual(codesOf({ groups: [group('1', ['only.mp4'])] }), [['groups', 'mixing:shots-too-few']]);
  assert.deepEqual(codesOf({ groups: [group('1'), { ...group('2'), name: ' ' }] }), [
    ['groups.1.name', 'mixing:group-name-missing'],
  ]);
  assert.deepEqual(codesOf({ groups: [group('1'), group('2', [])] }), [
    ['groups.1.materials', 'mixing:materials-missing'],
  ]);
  const cue = (start: number, end: number) => ({ start, end, text: 'x' });
  assert.deepEqual(codesOf({ subtitles: { cues: [cue(0.1, 2), cue(0.101, 1), cue(2, 2)] } }), [
    ['subtitles.cues.0', 'mixing:subtitle-too-early'],
    ['subtitles.cues.2', 'mixing:subtitle-ends-early'],
  ]);
});

test('what outlasts the shortest video is told as soon as its length is known', () => {
  const cue = (start: number, end: number) => ({ start, end, text: 'x' });
  const project = buildProject({
    subtitles: { cues: [cue(1, 5), cue(4, 6.1), cue(500, 502)] },
    dubbing: { text: 'hello', language: 'en-US' },
  });
  assert.deepEqual(brokenRules(project), []);
  const facts = { shortest: 6, speech: { part: 0, text: 'hello you', seconds: 7 } };
  assert.deepEqual(
    brokenRules(project, facts).map(({ path, code, params }) => [path, code, params]),
    [
      ['subtitles.cues.2', 'mixing:subtitle-past-end', { line: 3, end: '502.0', video: '6.0' }],
      ['dubbing.text', 'mixing:dubbing-too-long', { speech: '7.0', video: '6.0', most: 8 }],
    ],
  );
  assert.throws(() => assertRunnable(project, facts), { code: 'mixing:subtitle-past-end', kind: 'invalid' });
});

test('a title that outlasts the shortest video is told, and refused like a bad subtitle', () => {
  const titled = (seconds: number, texts = ['Port']) => buildProject({ titles: { texts, seconds } });
  const broken = (project: ReturnType<typeof buildProject>, shortest?: number) =>
    brokenRules(project, { shortest }).map(({ path, code, params }) => [path, code, params]);
  assert.deepEqual(broken(titled(7)), []);
  assert.deepEqual(broken(titled(6.05), 6), []);
  assert.deepEqual(broken(titled(7, []), 6), []);
  assert.deepEqual(broken(titled(7), 6), [['titles.seconds', 'mixing:title-past-end', { title: '7.0', video: '6.0' }]]);
  assert.throws(() => assertRunnable(titled(7), { shortest: 6 }), { code: 'mixing:title-past-end', kind: 'invalid' });
});

test('several broken rules are all told, and running refuses the first', () => {
  const project = buildProject({ name: '', groups: [group('1', [])] });
  assert.deepEqual(
    brokenRules(project).map(({ code }) => code),
    ['mixing:name-missing', 'mixing:materials-missing', 'mixing:shots-too-few'],
  );
  assert.throws(() => assertRunnable(project), { code: 'mixing:name-missing', kind: 'invalid' });
  assertRunnable(buildProject());
});

test('what cannot be meant is no project', () => {
  const refused: Partial<Record<string, unknown>>[] = [
    { resolution: undefined },
    { resolution: 500 },
    { ratio: '2:1' },
    { name: 'x'.repeat(101) },
    { groups: Array.from({ length: 21 }, (_, index) => group(String(index))) },
    { groups: [{ ...group('1'), speed: 3 }] },
    { groups: [{ ...group('1'), transition: { kind: 'teleport' } }] },
    { groups: [{ ...group('1'), materials: [{ material: 'a', windows: [{ start: 0, end: 0.9 }] }] }] },
    { groups: [{ ...group('1'), colour: 'red' }] },
    { shotSeconds: 0.5 },
    { music: { material: 'm', volume: 3 } },
    { titles: { texts: [' '] } },
    { dubbing: { text: 'x', language: 'not a tag' } },
    { dubbing: { text: ' ', language: 'zh-CN' } },
    { extra: 1 },
  ];
  for (const changes of refused) {
    const input = { name: 'project', resolution: 480, groups: [group('1')], ...changes };
    assert.equal(mixProjectSchema.safeParse(input).success, false, JSON.stringify(changes));
  }
  assert.equal(
    buildProject({ groups: Array.from({ length: 20 }, (_, index) => group(String(index))) }).groups.length,
    20,
  );
  for (const kind of TRANSITIONS)
    assert.equal(
      buildProject({ groups: [{ ...group('1'), transition: { kind } }] }).groups[0]?.transition?.seconds,
      0.5,
    );
});

test('every ratio at every resolution gives an even picture of that shape', () => {
  for (const ratio of RATIOS) {
    for (const resolution of RESOLUTIONS) {
      const { width, height, fps } = pictureOf(ratio, resolution);
      const [across = 1, down = 1] = ratio.split(':').map(Number);
      assert.deepEqual([width % 2, height % 2, fps, Math.min(width, height)], [0, 0, 30, resolution], ratio);
      assert.ok(Math.abs(width / height - across / down) < 0.003, `${ratio} ${width}×${height}`);
    }
  }
  assert.deepEqual(
    [pictureOf('9:16', 1080), pictureOf('16:9', 720)].map(({ width, height }) => [width, height]),
    [
      [1080, 1920],
      [1280, 720],
    ],
  );
});
