import assert from 'node:assert/strict';

import { startDubKit } from '#tests/integration/translation/dub-kit.ts';

import { reportBench } from './bench-report.ts';

// A line that is written anew is to be heard within two seconds beyond what its service takes, and nothing else is said
// again: asked as the page asks, of a server with a database, by a service that takes a second for each line.

const ROUNDS = 5;
const ENGINE_SECONDS = 1;
const LIMIT_SECONDS = 2;

const ends: (() => unknown)[] = [];
try {
  await measure();
} finally {
  for (const end of ends.toReversed()) await end();
}

async function measure(): Promise<void> {
  const dubs = await startDubKit({ after: (end) => void ends.push(end) }, { seconds: ENGINE_SECONDS });
  const project = await dubs.project(await dubs.video(), [
    [500, 2_500, 'Free shipping today.'],
    [3_000, 5_500, 'It boils in half a minute.'],
    [6_000, 9_000, 'Order now and get two cups.'],
  ]);
  await dubs.dub(project);
  const beyond: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const said = dubs.said().length;
    const began = performance.now();
    const { status } = await dubs.speak(project, 'c2', { text: `Boils ${round + 2} cups in no time.` });
    beyond.push((performance.now() - began) / 1000 - ENGINE_SECONDS);
    assert.equal(status, 200);
    assert.equal(dubs.said().length, said + 1, 'one line is said and no other');
  }
  reportBench({
    name: 'dub-line',
    title: 'A line of a dub that is written anew',
    columns: ['', 'heard beyond its service, s'],
    rows: beyond.map((seconds, at) => [`round ${at + 1}`, seconds.toFixed(2)]),
    notes: [
      'From the request of the page to the sound of the line at the pace of the video, less the second that the service takes for it; espeak-ng itself counts as beyond.',
      'The video is not made again: the page plays the sound over it.',
    ],
    limits: [
      {
        ...{ what: 'a line heard beyond its service', unit: 's', atMost: LIMIT_SECONDS, by: 'most' as const },
        rounds: beyond,
      },
    ],
  });
}
