import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const KEPT = fileURLToPath(new URL('../../.cache/test-seconds.json', import.meta.url));

/** One more than there are cores: tests wait now and then, and more beside each other only wait for each other. */
const LANES = Math.min(availableParallelism() + 1, 8);

/** A piece of a run of the tests, such as a file on a database. */
export interface TestJob {
  /** What it is counted as. */
  phase: string;
  /** What its line says; no other job of a run has it. */
  name: string;
  /** How long it takes where no earlier run has told. */
  seconds: number;
  run(): Promise<TestOutcome>;
}

/** What became of a job. */
export interface TestOutcome {
  passed: number;
  skipped: number;
  /** Each failure in full, ready to print. */
  failures: string[];
  /** What it printed; shown when something failed. */
  output: string;
  seconds: number;
  /** For how long it kept processors busy. */
  processorSeconds: number;
}

/** What the jobs of a phase came to. */
interface PhaseTotal {
  passed: number;
  failed: number;
  skipped: number;
  processorSeconds: number;
}

/** What a run came to. */
export interface LanesResult {
  phases: Map<string, PhaseTotal>;
  /** A line for each failure. */
  failed: string[];
}

/**
 * Runs jobs beside each other, the longest first, so that none is left alone at the end. Each is told by a line when
 * it ends. How long the jobs took is kept for the next run.
 */
export async function runInLanes(jobs: readonly TestJob[]): Promise<LanesResult> {
  const kept = readKept();
  const secondsOf = ({ name, seconds }: TestJob): number => kept[name] ?? seconds;
  const waiting = jobs.toSorted((a, b) => secondsOf(b) - secondsOf(a));
  // In the order in which they were named.
  const phases = new Map(jobs.map(({ phase }) => [phase, { passed: 0, failed: 0, skipped: 0, processorSeconds: 0 }]));
  const failed: string[] = [];
  const lane = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const outcome = await job.run();
      const { passed, skipped, failures, output, seconds } = outcome;
      kept[job.name] = Math.round(seconds * 10) / 10;
      const total = phases.get(job.phase);
      if (total !== undefined) {
        total.passed += passed;
        total.failed += failures.length;
        total.skipped += skipped;
        total.processorSeconds += outcome.processorSeconds;
      }
      const isGood = failures.length === 0;
      const busy = `${outcome.processorSeconds.toFixed(1)} s of a processor`;
      console.log(`${isGood ? '✔' : '✖'} ${job.name} (${passed} passed, ${seconds.toFixed(1)} s, ${busy})`);
      if (!isGood && output !== '') console.log(output.trimEnd());
      for (const failure of failures) {
        console.log(`  ✖ ${failure}`);
        failed.push(`${job.name}: ${failure.split('\n', 1)[0]}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
  } finally {
    mkdirSync(dirname(KEPT), { recursive: true });
    writeFileSync(KEPT, `${JSON.stringify(kept, null, 2)}\n`);
  }
  return { phases, failed };
}

/** Seconds of jobs by name, as earlier runs took them. */
function readKept(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(readFileSync(KEPT, 'utf8'));
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    );
  } catch {
    return {};
  }
}
