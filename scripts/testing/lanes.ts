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
  /** Whether it is run again when it fails: it depends on how long things take. */
  repeats: boolean;
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
  /** Jobs that failed beside others, and passed when they ran again alone. */
  unsteady: string[];
}

/** More failures than these are no accident of what else was running. */
const MOST_REPEATED = 3;

/**
 * Runs jobs beside each other, the longest first, so that none is left alone at the end. Each is told by a line when
 * it ends. How long the jobs took is kept for the next run. A few that fail are run again, alone: what passes then
 * depends on how busy the machine is, and is named apart from what is broken.
 * @param secondsFile where it is kept how long jobs took
 */
export async function runInLanes(
  jobs: readonly TestJob[],
  { secondsFile = KEPT, print = console.log }: { secondsFile?: string; print?(line: string): void } = {},
): Promise<LanesResult> {
  const kept = readKept(secondsFile);
  const secondsOf = ({ name, seconds }: TestJob): number => kept[name] ?? seconds;
  const waiting = jobs.toSorted((a, b) => secondsOf(b) - secondsOf(a));
  const outcomes = new Map<TestJob, TestOutcome>();
  const unsteady: string[] = [];
  const run = async (job: TestJob): Promise<TestOutcome> => {
    const outcome = await job.run();
    kept[job.name] = Math.round(outcome.seconds * 10) / 10;
    tell(job, outcome, print);
    return outcome;
  };
  const lane = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) outcomes.set(job, await run(job));
  };
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
    const broken = [...outcomes].filter(([job, { failures }]) => job.repeats && failures.length > 0);
    for (const [job, first] of broken.length <= MOST_REPEATED ? broken : []) {
      print(`${job.name} runs again, alone`);
      const second = await run(job);
      if (second.failures.length > 0) continue;
      outcomes.set(job, { ...second, processorSeconds: first.processorSeconds + second.processorSeconds });
      unsteady.push(...first.failures.map((failure) => lineOf(job, failure)));
    }
  } finally {
    mkdirSync(dirname(secondsFile), { recursive: true });
    writeFileSync(secondsFile, `${JSON.stringify(kept, null, 2)}\n`);
  }
  return {
    phases: sumUp(jobs, outcomes),
    failed: [...outcomes].flatMap(([job, { failures }]) => failures.map((failure) => lineOf(job, failure))),
    unsteady,
  };
}

function tell(
  { name }: TestJob,
  { passed, failures, output, seconds, processorSeconds }: TestOutcome,
  print: (line: string) => void,
): void {
  const isGood = failures.length === 0;
  const busy = `${processorSeconds.toFixed(1)} s of a processor`;
  print(`${isGood ? '✔' : '✖'} ${name} (${passed} passed, ${seconds.toFixed(1)} s, ${busy})`);
  if (!isGood && output !== '') print(output.trimEnd());
  for (const failure of failures) print(`  ✖ ${failure}`);
}

function lineOf({ name }: TestJob, failure: string): string {
  return `${name}: ${failure.split('\n', 1)[0]}`;
}

function sumUp(jobs: readonly TestJob[], outcomes: ReadonlyMap<TestJob, TestOutcome>): Map<string, PhaseTotal> {
  // In the order in which they were named.
  const phases = new Map(jobs.map(({ phase }) => [phase, { passed: 0, failed: 0, skipped: 0, processorSeconds: 0 }]));
  for (const [{ phase }, outcome] of outcomes) {
    const total = phases.get(phase);
    if (total === undefined) continue;
    total.passed += outcome.passed;
    total.failed += outcome.failures.length;
    total.skipped += outcome.skipped;
    total.processorSeconds += outcome.processorSeconds;
  }
  return phases;
}

/** Seconds of jobs by name, as earlier runs took them. */
function readKept(file: string): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    );
  } catch {
    return {};
  }
}
