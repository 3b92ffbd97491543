import { lastFirst } from '#core/server/testing/test-scope.ts';
import { strikePosts } from '#tests/faults/publishing/strike-posts.ts';

import { reportBench } from './bench-report.ts';

// Whether every post goes out once or fails with a cause, whatever dies and whoever answers late or never. A post that is
// there twice, or that is stuck, ends this with its name.

const POSTS = Number(process.env['REELPORT_CHAOS_POSTS'] ?? 500);
const KILLS = Math.ceil(POSTS / 10);
const MOST_MINUTES = 25;

const ends: (() => Promise<void>)[] = [];
const scope = lastFirst({ after: (work) => void ends.push(work) });
const began = performance.now();
try {
  const { published, failed, kills, moods, limited } = await strikePosts(scope, {
    ...{ posts: POSTS, kills: KILLS, minutes: MOST_MINUTES },
  });
  const minutes = (performance.now() - began) / 60_000;
  reportBench({
    name: 'posts-chaos',
    title: '500 posts while processes die and platforms lose their answers',
    isTrial: POSTS < 500,
    columns: ['', 'count'],
    rows: [
      ['posts to ten simulated platforms', POSTS],
      ['kill -9 of a process that plans and publishes', kills],
      ['requests that were lost, broken off, answered late or refused as too many', moods],
      ['of these, refused as too many (429)', limited],
      ['posts that are there once', published],
      ...Object.entries(failed).map(([cause, count]) => [`posts that failed: ${cause}`, count]),
      ['posts that are there twice, are stuck, or took a wrong count', 0],
    ],
    notes: [
      'Two processes plan and publish, and are killed at random moments. Of a hundred requests twelve go wrong: two are lost, one is broken off, four lose their answer, three are answered late, two are refused as too many. Half way through, two platforms take their permissions back, and their owner agrees again.',
      'What the installation says of each post is held against what the platforms really have; any difference fails the benchmark.',
    ],
    limits: [
      { what: 'posts that are there once', unit: '%', rounds: [(published / POSTS) * 100], atLeast: 95 },
      { what: 'the whole of it', unit: 'minutes', rounds: [minutes], atMost: MOST_MINUTES },
    ],
  });
} finally {
  for (const end of ends) await end();
}
process.exit(0);
