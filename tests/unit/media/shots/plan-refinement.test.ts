import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Packet } from '#core/server/services/media/cut/list-packets.ts';
import { planRefinement } from '#core/server/services/media/shots/plan-refinement.ts';

/** Groups of 12 frames, 10 ticks each: a key frame, then pairs of which the second one is stored first and referred to. */
function listOf(groups: number, size = 12) {
  const packet = (frame: number): Packet => ({
    ...{ time: frame * 10, length: 10, size: 1, at: 0 },
    ...{ isKey: frame % size === 0, isHidden: false },
  });
  const packets: Packet[] = [];
  for (let group = 0; group < groups; group++) {
    const key = group * size;
    packets.push(packet(key));
    for (let frame = key + 1; frame < key + size - 1; frame += 2) packets.push(packet(frame + 1), packet(frame));
    packets.push(packet(key + size - 1));
  }
  const frames = Array.from({ length: groups * size }, (_, frame) => frame);
  // The last one of a group is referred to by nobody either, but has been seen.
  const seen = new Set(frames.filter((frame) => (frame % size) % 2 === 0 || frame % size === size - 1));
  return {
    list: { scale: 300, packets, end: null, profile: null, isInterlaced: false },
    times: frames.map((at) => at * 10),
    seen,
  };
}

test('it takes the frames between, and of others those that have been decoded since the key frame before', () => {
  const plans = planRefinement(listOf(3), [{ from: 16, to: 18 }]);
  assert.deepEqual(plans, [
    {
      cuts: [{ from: 16, to: 18 }],
      needed: new Set([12, 13, 15, 17, 18]),
      packets: [
        [120, 120],
        [140, 140],
        [160, 180],
      ],
    },
  ]);
});

test('of those that refer to both sides only the ones of the cut itself are taken, where that is enough', () => {
  const shown = [0, 4, 2, 1, 3, 8, 6, 5, 7, 12, 10, 9, 11];
  const packets = shown.map((frame): Packet => ({
    ...{ time: frame * 10, length: 10, size: 1, at: 0 },
    ...{ isKey: frame === 0, isHidden: false },
  }));
  const { list } = listOf(0);
  const options = {
    list: { ...list, packets },
    times: shown.toSorted((a, b) => a - b).map((frame) => frame * 10),
    seen: new Set([0, 2, 4, 6, 8, 10, 12]),
  };
  const cuts = [{ from: 8, to: 10 }];
  assert.deepEqual(planRefinement({ ...options, references: 'ahead' }, cuts)[0]?.packets, [
    [0, 0],
    [40, 40],
    [80, 100],
    [120, 120],
  ]);
  assert.deepEqual(planRefinement(options, cuts)[0]?.packets, [
    [0, 0],
    [20, 20],
    [40, 40],
    [60, 60],
    [80, 100],
    [120, 120],
  ]);
});

test('cuts of one group of pictures are decoded in one run, and in playing order', () => {
  const [plan, ...others] = planRefinement(listOf(3), [
    { from: 30, to: 32 },
    { from: 26, to: 28 },
  ]);
  assert.deepEqual(others, []);
  assert.deepEqual(
    plan?.cuts.map(({ from }) => from),
    [26, 30],
  );
  assert.deepEqual(plan?.packets, [
    [240, 240],
    [260, 280],
    [300, 320],
  ]);
});

test('a frame that an edit list hides is decoded: what follows may refer to it', () => {
  const { list, times } = listOf(1);
  const packets = list.packets.map((packet) => ({ ...packet, isHidden: packet.time === 20 }));
  const shown = times.filter((time) => time !== 20);
  const [plan] = planRefinement({ list: { ...list, packets }, times: shown, seen: new Set([0]) }, [{ from: 5, to: 7 }]);
  assert.deepEqual(plan?.packets, [
    [0, 0],
    [20, 20],
    [60, 80],
  ]);
});

test('no run is given more ranges than a command takes', () => {
  const many = listOf(400);
  const cuts = Array.from({ length: 400 }, (_, group) => ({ from: group * 12 + 8, to: group * 12 + 10 }));
  const plans = planRefinement(many, cuts);
  assert.ok(plans.length > 1);
  assert.ok(plans.every(({ packets }) => packets.length <= 1200));
  assert.deepEqual(
    plans.flatMap((plan) => plan.cuts),
    cuts,
  );
  // Of one group that has more, everything is decoded.
  const [long] = planRefinement(listOf(1, 6000), [{ from: 5000, to: 5002 }]);
  assert.deepEqual(long?.packets, [[0, 50_020]]);
});
