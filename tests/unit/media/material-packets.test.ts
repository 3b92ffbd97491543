import assert from 'node:assert/strict';
import { test } from 'node:test';

import { listedPackets, measurePackets } from '#core/server/services/media/material-packets.ts';

/** Of which the container says nothing more. */
const PICTURE = { index: 0, frames: null, startTime: 0, duration: null };

test('frames are counted in showing order, without those that an edit list hides', () => {
  const measured = measurePackets(
    listedPackets('0,-0.1,-0.1,0.1,KD\n0,0.0,0.0,0.1,K_\n1,0.5,0.5,0.2,K_,\n\n0,0.2,0.1,0.1,__\n0,0.1,0.2,0.1,__\n'),
    PICTURE,
  );
  assert.equal(measured.frames, 3);
  assert.ok(Math.abs(measured.end - 0.3) < 1e-9);
  assert.ok(Math.abs(measured.lastEnd - 0.7) < 1e-9);
  assert.ok(Math.abs(measured.longestGap - 0.1) < 1e-9);
});

test('without frame lengths the last frame lasts as long as the others', () => {
  const measured = measurePackets(listedPackets('0,0.0,N/A,N/A,K_\n0,0.5,N/A,N/A,__\n0,1.0,N/A,N/A,__\n'), PICTURE);
  assert.equal(measured.end, 1.5);
});

test('a last frame lasts as long as its file says, where all frames of it are there', () => {
  const packets = '0,0.0,-0.1,0.1,K_\n0,0.2,0.0,0.1,__\n0,0.1,0.1,0.1,__\n';
  const held = measurePackets(listedPackets(packets), { ...PICTURE, frames: 3, duration: 5 });
  assert.deepEqual([held.frames, held.end, held.lastEnd, held.longestGap, held.longestGroup], [3, 5, 5, 4.8, 5]);
  const cutOff = measurePackets(listedPackets(packets), { ...PICTURE, frames: 4, duration: 5 });
  assert.ok(cutOff.end < 0.31);
});

test('no packets at all measure as nothing', () => {
  assert.deepEqual(measurePackets(listedPackets(''), PICTURE), {
    ...{ frames: 0, start: 0, end: 0, lastEnd: 0 },
    ...{ longestGap: 0, longestGroup: 0 },
  });
});
