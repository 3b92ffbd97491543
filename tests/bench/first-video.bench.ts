import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';

import { makeDemoMaterial } from '#plugins/mixing/server/demo/demo-material.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { projectOf, startMixSite } from '#tests/integration/mixing/mix-site.ts';

import { reportBench } from './bench-report.ts';

// How long somebody waits for the first video of a batch, in the workbench: nine clips in three groups, prepared as they
// came in, 20 videos wanted. About five minutes on two cores with nothing else to do.

const COUNT = 20;
const LIMIT_SECONDS = 10;
const ROUNDS = process.env['REELPORT_BENCH_SAMPLE'] === undefined ? 3 : 1;
/** A folder of folders of clips, to try it with others than ours. */
const own = process.env['REELPORT_BENCH_CLIPS'];

test('the first video of a batch', { timeout: 1_800_000 }, async () => {
  const rounds: { first: number; all: number; made: number }[] = [];
  while (rounds.length < ROUNDS) rounds.push(await round(rounds.length));
  reportBench({
    name: 'first-video',
    title: `The first of ${COUNT} videos 1080 × 1920 of nine clips in three groups, in the workbench`,
    isTrial: ROUNDS === 1 || own !== undefined,
    columns: ['round', 'first video after s', 'all after s', 'videos'],
    rows: rounds.map(({ first, all, made }, index) => [index + 1, first.toFixed(1), all.toFixed(1), made]),
    notes: ['From the start of the run; each round with an empty cache but for what was found when the clips came in.'],
    limits: [
      {
        what: 'time to the first video',
        unit: 's',
        rounds: rounds.map(({ first }) => first),
        atMost: LIMIT_SECONDS,
      },
    ],
  });
});

async function round(number: number) {
  const ends: (() => Promise<void>)[] = [];
  const site = await startMixSite({ after: (end) => void ends.push(end) }, { sharedRenders: false });
  try {
    const { media } = (await site.work()).ctx;
    const folder = own ?? join(site.folder, 'clips');
    if (own === undefined) {
      const shape = { groups: 3, clips: 3, sides: [480, 720], seconds: [4, 8], grain: 4 } as const;
      await makeDemoMaterial(media.runner, folder, shape);
    }
    const { token, accountId } = await site.server.signIn({ level: 'level4' });
    const client = mixClient(site.server.address, token);
    const groups = new Map<string, string[]>();
    for (const file of globSync('*/*.{mp4,mov}', { cwd: folder }).toSorted()) {
      const ids = groups.get(dirname(file)) ?? [];
      ids.push(await site.adopt(accountId, join(folder, file)));
      groups.set(dirname(file), ids);
    }
    await site.allPrepared(accountId);
    const settings = { name: `Round ${number}`, resolution: 1080, shotSeconds: 3 } as const;
    const document = projectOf([...groups.values()], settings);
    const { id: projectId } = await client.call<{ id: string }>('POST', '/api/mixing/projects', document);
    // As the editor does, which also asks what long clips show.
    const measured = { document, projectId, count: COUNT };
    while ((await client.call<{ provisional: boolean }>('POST', '/api/mixing/measurements', measured)).provisional) {
      await sleep(500);
    }
    const began = performance.now();
    const run = await client.run(projectId, { count: COUNT });
    let first = 0;
    for (;;) {
      const { state, made, error } = await client.read(run.id);
      const seconds = (performance.now() - began) / 1000;
      if (first === 0 && made > 0) first = seconds;
      if (state === 'done') return { first, all: seconds, made };
      if (state === 'failed') throw new Error(error ?? 'the run failed');
      await sleep(100);
    }
  } finally {
    for (const end of ends.reverse()) await end();
  }
}
