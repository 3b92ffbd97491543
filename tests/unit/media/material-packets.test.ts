import assert from 'node:assert/strict';
import { test } from 'node:test';

import { listedPackets, measurePackets } from '#core/server/services/media/material-packets.ts';

test('frames are counted in showing order, without those that an edit list hides', () => {
  const measured = measurePackets(
    listedPackets('0,-0.1,-0.1,0.1,KD\n0,0.0,0.0,0.1,K_\n1,0.5,0.5,0.2,K_,\n\n0,0.2,0.1,0.1,__\n0,0.1,0.2,0.1,__\n'),
    0,
  );
  assert.equal(measured.frames, 3);
  assert.ok(Math.abs(measured.end - 0.3) < 1e-9);
  assert.ok(Math.abs(measured.lastEnd - 0.7) < 1e-9);
  assert.ok(Math.abs(measured.longestGap - 0.1) < 1e-9);
});

test('without frame lengths the last frame lasts as long as the others', () => {
  const measured = measurePackets(listedPackets('0,0.0,N/A,N/A,K_\n0,0.5,N/A,N/A,__\n0,1.0,N/A,N/A,__\n'), 0);
  assert.equal(measured.end, 1.5);
});

test('no packets at all measure as nothing', () => {
  assert.deepEqual(measurePackets(listedPackets(''), 0), {
    ...{ frames: 0, start: 0, end: 0, lastEnd: 0 },
    ...{ longestGap: 0, longestGroup: 0 },
  });
});
