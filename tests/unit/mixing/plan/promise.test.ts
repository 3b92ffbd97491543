import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sliceFingerprint, type Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { comparePairs, isOver } from '#plugins/mixing/server/certificate/compare-pairs.ts';
import { furtherAt } from '#plugins/mixing/server/plan/further-level.ts';
import { plan } from '#plugins/mixing/server/plan/plan.ts';
import { projectCapacity } from '#plugins/mixing/server/plan/project-capacity.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import { shotGroupsOf, type ShotMaterial } from '#plugins/mixing/server/plan/shot-groups.ts';
import { buildFootage, joined, mirrored } from '#tests/unit/mixing/build-footage.ts';

import { buildGroups } from './build-plan-input.ts';

const SECOND = 6;
const random = seededRandom(12);
const cut = (footage: Fingerprint, from: number, to: number) => sliceFingerprint(footage, from * SECOND, to * SECOND);
const clip = (material: string, fingerprint: Fingerprint): ShotMaterial => ({
  ...{ material, identity: material, fingerprint, duration: fingerprint.frames / SECOND },
});

/** Nine clips of three groups: copies, clips that begin later, and some that are half of one and half of another. */
function awkwardGroups() {
  const film = buildFootage(9 * SECOND, random);
  const other = buildFootage(3 * SECOND, random);
  const half = () => joined(cut(other, 0, 1.5), buildFootage(1.5 * SECOND, random));
  return [
    [clip('whole', film), clip('plain', buildFootage(3 * SECOND, random)), clip('other', other)],
    [clip('later', cut(film, 1.5, 7.5)), clip('half', half()), clip('mirrored', mirrored(other))],
    [clip('own', buildFootage(6 * SECOND, random)), clip('again', half()), clip('end', cut(film, 5, 8))],
  ];
}

const groups = awkwardGroups();
const shown = new Map(groups.flat().map(({ material, fingerprint }) => [material, fingerprint]));
const choices = shotGroupsOf({
  groups: groups.map((materials, index) => ({ id: `g${index + 1}`, shotSeconds: 3, materials })),
});

test('what is planned is never over its limit when its pictures are compared, at any limit', () => {
  for (const maxShared of [0, 1, 2]) {
    const count = projectCapacity({ groups: choices.groups, history: [], count: 1 }).rows[maxShared]?.reachable ?? 0;
    assert.ok(count > 0, `limit ${maxShared}`);
    const { words } = plan({
      ...{ groups: choices.groups, count, maxShared, seed: 3, order: 'fixed', history: [], joints: false },
    });
    const outputs = words.map(({ shots }, index) => {
      const parts = shots.map(({ symbol, material, window: { start, end } }) => ({
        key: symbol + material,
        footage: cut(shown.get(material) ?? assert.fail(material), start, end),
      }));
      return {
        ...{ file: String(index), seconds: 9, audio: new Uint32Array(), parts },
        shots: shots.map(({ symbol }, at) => ({ symbol, frames: parts[at]?.footage.frames ?? 0 })),
      };
    });
    assert.deepEqual(
      comparePairs(outputs).filter((pair) => isOver(pair, maxShared)),
      [],
    );
  }
});

test('every group keeps something to show, and clips that show the same are named', () => {
  assert.ok(choices.groups.every(({ shots }) => shots.length > 0));
  const named = choices.alike.map(({ material, like }) => [material, like].sort().join(' '));
  assert.ok(named.includes('later whole'), named.join());
});

test('a shot that shows some of two others is left out, and counts as both where a group has nothing else', () => {
  const film = buildFootage(6 * SECOND, random);
  const film9 = { id: 'a', shotSeconds: 3, materials: [clip('film', film)] };
  const middle = clip('middle', cut(film, 1.5, 4.5));
  const apart = shotGroupsOf({ groups: [{ ...film9, materials: [...film9.materials, middle] }] });
  assert.deepEqual(
    apart.groups[0]?.shots.map(({ material }) => material),
    ['film', 'film'],
  );
  const alone = shotGroupsOf({ groups: [film9, { id: 'b', shotSeconds: 3, materials: [middle] }] });
  const symbols = alone.groups.map(({ shots }) => shots.map(({ symbol }) => symbol));
  assert.deepEqual([symbols[0]?.length, symbols[0]], [1, symbols[1]]);
});

test('as many videos as were counted are planned, whatever the seed', () => {
  for (const sizes of [
    [4, 3, 6, 5],
    [3, 3, 3, 2, 4],
    [7, 2, 5],
  ]) {
    const counted = projectCapacity({ groups: buildGroups(sizes), history: [], count: 1 });
    counted.rows.forEach(({ maxShared, reachable }) => {
      if (reachable > 200) return;
      for (const seed of [1, 2, 99]) {
        const input = { groups: buildGroups(sizes), count: reachable, maxShared, seed };
        const made = plan({ ...input, order: 'shuffled', history: [], joints: seed === 2 });
        assert.equal(made.words.length, reachable, `${sizes.join()} at ${maxShared} by ${seed}`);
      }
    });
  }
});

test('what a looser limit yields is told beside what is there, and nothing where no limit was asked for', () => {
  const three = buildGroups([3, 3, 3]);
  const { words } = plan({
    ...{ groups: three, count: 9, maxShared: 1, seed: 1, order: 'fixed', history: [], joints: false },
  });
  assert.deepEqual(furtherAt({ groups: three, made: words, missing: 4, share: 1 }), { share: 2, count: 4 });
  assert.deepEqual(furtherAt({ groups: three, made: words, missing: 40, share: 1 }), { share: 2, count: 18 });
  assert.equal(furtherAt({ groups: three, made: words, missing: 4, share: 2 }), null);
  assert.equal(furtherAt({ groups: three, made: words, missing: 4, share: undefined }), null);
});
