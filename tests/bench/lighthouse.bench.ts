import { join } from 'node:path';
import { after, test } from 'node:test';

import lighthouse from 'lighthouse';
import { launch } from 'puppeteer-core';

import { tokenCookie } from '#tests/e2e/browser-kit.ts';
import { requireChromium } from '#tests/e2e/launch-chromium.ts';
import { drawMixedClips, startMixingSite } from '#tests/e2e/mix-kit.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { projectOf } from '#tests/integration/mixing/mix-site.ts';

import { reportBench } from './bench-report.ts';
import type { Limit } from './limits.ts';

// Lighthouse's mobile run over the landing page of a visitor, and over the workbench of a member who is new and of one
// who has made something.

const ROUNDS = process.env['REELPORT_BENCH_SAMPLE'] === undefined ? 5 : 1;
const MOST_SHIFT = 0.05;

const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
} as const;
type Category = keyof typeof CATEGORIES;

/** Audits whose figures are shown. */
const FIGURES = {
  'first-contentful-paint': 'first paint ms',
  'largest-contentful-paint': 'largest paint ms',
  'total-blocking-time': 'blocked ms',
  'speed-index': 'speed index ms',
  'cumulative-layout-shift': 'layout shift',
} as const;
type Figure = keyof typeof FIGURES;

interface Seen {
  scores: Record<Category, number>;
  figures: Record<Figure, number>;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

test('Lighthouse’s mobile run', { timeout: 1_800_000 }, async () => {
  const { server, folder, stock } = await startMixingSite({ after });
  const newcomer = await server.signIn({ level: 'level1' });
  const member = await server.signIn({ level: 'level1' });
  const client = mixClient(server.address, member.token);
  const ids = await stock(member.accountId, drawMixedClips(join(folder, 'clips'), { clips: 2, scenes: 2, seconds: 2 }));
  const document = projectOf([ids.slice(0, 2), ids.slice(2)]);
  for (let number = 0; number < 5; number += 1) {
    const { id } = await client.call<{ id: string }>('POST', '/api/mixing/projects', document);
    if (number === 0) await client.ended((await client.run(id, { count: 2 })).id, 240);
  }
  const pages = [
    { name: 'landing page', path: '/home', token: undefined, least: 95 },
    { name: 'workbench of a new member', path: '/workbench', token: newcomer.token, least: 85 },
    { name: 'workbench after first use', path: '/workbench', token: member.token, least: 85 },
  ];

  const seen = pages.map((): Seen[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { path, token }] of pages.entries()) {
      seen[index]?.push(await visit(server.address + path, token));
    }
  }

  const categories = Object.keys(CATEGORIES) as Category[];
  const figures = Object.keys(FIGURES) as Figure[];
  const of = (index: number, read: (one: Seen) => number): number[] => (seen[index] ?? []).map(read);
  reportBench({
    name: 'lighthouse',
    title: 'The landing page and the workbench on a slow phone, by Lighthouse',
    isTrial: ROUNDS === 1,
    columns: ['page', ...Object.values(CATEGORIES), ...Object.values(FIGURES)],
    rows: pages.map(({ name }, index) => [
      name,
      ...categories.map((category) => median(of(index, ({ scores }) => scores[category]))),
      ...figures.map((figure) => {
        const value = median(of(index, (one) => one.figures[figure]));
        return figure === 'cumulative-layout-shift' ? value.toFixed(3) : Math.round(value);
      }),
    ]),
    notes: [
      `Lighthouse’s own settings for phones: 412 × 823, slow 4G and a processor four times slower, both reckoned from a run at full speed; ${ROUNDS} rounds in turn, each in a new browser.`,
      'The workbench is what a member’s browser draws at its address. Nothing keeps search engines from addresses of members: to them they are the landing page.',
    ],
    limits: pages.flatMap(({ name, least }, index): Limit[] => [
      ...categories.map((category): Limit => ({
        what: `${CATEGORIES[category]} of the ${name}`,
        unit: 'of 100',
        rounds: of(index, ({ scores }) => scores[category]),
        // The other scores do not depend on how fast a machine is.
        ...(category === 'performance' ? { atLeast: least } : { by: 'least', atLeast: 100 }),
      })),
      {
        what: `layout shift of the ${name}`,
        unit: '',
        rounds: of(index, (one) => one.figures['cumulative-layout-shift']),
        by: 'most',
        atMost: MOST_SHIFT,
      },
    ]),
  });
});

/** A member's page listens to the server all the time, so Lighthouse, which waits for silence, is told when to go on. */
const LONGEST_WAIT = 15_000;

/** How often a browser may lose the beginning of its own record before that counts as a failure. */
const MOST_LOST = 3;

/** One run of Lighthouse, in a new browser. */
async function visit(address: string, token: string | undefined, lost = 0): Promise<Seen> {
  const browser = await launch({
    executablePath: requireChromium({ whole: true }),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  try {
    if (token !== undefined) {
      const { hostname: domain } = new URL(address);
      await browser.setCookie({ name: 'user-token', value: tokenCookie(token), domain, path: '/' });
    }
    const page = await browser.newPage();
    const result = await lighthouse(
      address,
      { logLevel: 'error' as const, onlyCategories: Object.keys(CATEGORIES), maxWaitForLoad: LONGEST_WAIT },
      undefined,
      page,
    );
    if (result === undefined) throw new Error(`Lighthouse has no result for ${address}`);
    const { categories, audits, runtimeError } = result.lhr;
    // A browser that has not run for long may begin its record after the navigation. Lighthouse asks to be run again.
    if (runtimeError?.code === 'NO_NAVSTART' && lost < MOST_LOST) return await visit(address, token, lost + 1);
    if (runtimeError !== undefined) throw new Error(`Lighthouse at ${address}: ${runtimeError.message}`);
    const scores = mapOf(CATEGORIES, (category) => Math.round((categories[category]?.score ?? 0) * 100));
    for (const [category, score] of Object.entries(scores)) {
      if (category === 'performance' || score === 100) continue;
      const missed = categories[category]?.auditRefs.filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0);
      console.log(`${address}: ${category} ${score}: ${missed?.map(({ id }) => id).join(', ')}`);
    }
    return { scores, figures: mapOf(FIGURES, (figure) => audits[figure]?.numericValue ?? NaN) };
  } finally {
    await browser.close();
  }
}

function mapOf<K extends string>(names: Readonly<Record<K, unknown>>, read: (name: K) => number): Record<K, number> {
  const keys = Object.keys(names) as K[];
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<K, number>;
}
