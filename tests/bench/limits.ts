import { z } from 'zod';

/** The schema of a limit that a benchmark states, and of what this run came to. */
export const limitSchema = z
  .strictObject({
    /** Of what, in words that no other row of docs/benchmarks.md begins with. */
    what: z.string(),
    unit: z.string(),
    /** The figure of each round; one when there are no rounds. */
    rounds: z.array(z.number()).min(1),
    /** Which figure is held to the limit: the median of the rounds when absent. */
    by: z.enum(['median', 'least', 'most']).optional(),
    atMost: z.number().optional(),
    atLeast: z.number().optional(),
  })
  .refine(({ atMost, atLeast }) => (atMost === undefined) !== (atLeast === undefined), 'a limit is one number');
export type Limit = z.output<typeof limitSchema>;

/** How many runs are kept for each limit. */
const KEPT_RUNS = 3;

const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** The figure that is held to the limit. */
export function figureOf({ rounds, by = 'median' }: Limit): number {
  const sorted = ascending(rounds);
  const middle = (sorted.length - 1) / 2;
  const at = (index: number): number => sorted[index] ?? NaN;
  if (by === 'least') return at(0);
  if (by === 'most') return at(sorted.length - 1);
  return (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
}

/** What a run did wrong by a limit, in words; undefined when it kept it. */
export function missed(limit: Limit): string | undefined {
  const { what, unit, atMost = Infinity, atLeast = -Infinity } = limit;
  const figure = figureOf(limit);
  const told = `${what}: ${tell(figure)} ${unit}, ${tellBound(limit)}`;
  if (!(figure <= atMost && figure >= atLeast)) return told;
  const [low, high] = certainty(limit);
  if (!isCertain(limit)) return `${told}, but its rounds only say that it lies between ${tell(low)} and ${tell(high)}`;
  return undefined;
}

/** Whether half of what the rounds leave open would not hide the whole of what is allowed. */
export function isCertain(limit: Limit): boolean {
  const [low, high] = certainty(limit);
  return (high - low) / 2 <= Math.abs(limit.atMost ?? limit.atLeast ?? 0);
}

/** Between which figures the median lies by the rounds, in 95 of 100 cases; fewer than six rounds do not say. */
function certainty({ rounds, by = 'median' }: Limit): [number, number] {
  if (rounds.length < 6 || by !== 'median') return [0, 0];
  const sorted = ascending(rounds);
  const cut = Math.max(0, Math.floor(sorted.length / 2 - 0.98 * Math.sqrt(sorted.length)));
  return [sorted[cut] ?? 0, sorted[sorted.length - 1 - cut] ?? 0];
}

/**
 * A table of limits for docs/benchmarks.md: this run, how far its rounds lie apart, how much it moved from the run
 * before, and the worst of the last three.
 * @param before the section as it stands, from which earlier runs are read
 */
export function limitsTable(limits: readonly Limit[], before: string): string {
  const rows = limits.map((limit) => {
    const { what, unit, rounds, atMost } = limit;
    const figure = figureOf(limit);
    const earlier = runsIn(before, what);
    const runs = [figure, ...earlier].slice(0, KEPT_RUNS);
    const [least = figure, most = figure] = [ascending(rounds)[0], ascending(rounds).at(-1)];
    return [
      what,
      `${tell(figure)} ${unit}`,
      rounds.length === 1 ? '' : `${tell(least)} to ${tell(most)}`,
      earlier[0] === undefined ? '' : moved(earlier[0], figure, unit),
      runs.map(tell).join(', '),
      `${tell(atMost === undefined ? Math.min(...runs) : Math.max(...runs))} ${unit}`,
      tellBound(limit),
    ];
  });
  const columns = ['limit on', 'this run', 'its rounds', 'moved by', 'last three runs', 'worst of them', 'limit'];
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The figures of earlier runs, the last one first. */
function runsIn(section: string, what: string): number[] {
  const row = section.split('\n').find((line) => line.startsWith(`| ${what} |`));
  const [, , , , , runs = ''] = row?.split('|').map((cell) => cell.trim()) ?? [];
  return runs.split(', ').flatMap((run) => (/^-?[\d.]+$/.test(run) ? [Number(run)] : []));
}

/** The worst of the runs that a page keeps of a limit; undefined where it keeps none. */
export function worstRun(page: string, what: string): number | undefined {
  const row = page.split('\n').find((line) => line.startsWith(`| ${what} |`));
  const worst = Number.parseFloat(row?.split('|').at(6) ?? '');
  return Number.isFinite(worst) ? worst : undefined;
}

function moved(from: number, to: number, unit: string): string {
  const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
  return unit === '%' || from === 0 ? `${signed(to - from)} ${unit}` : `${signed((to / from - 1) * 100)} %`;
}

function tellBound({ atMost, atLeast, unit }: Limit): string {
  return atMost === undefined ? `at least ${tell(atLeast ?? 0)} ${unit}` : `at most ${tell(atMost)} ${unit}`;
}

/** Four digits say enough, and can be read again. */
function tell(value: number): string {
  return String(Number(value.toPrecision(4)));
}
