import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { createIdleCores, type IdleCores } from './idle-cores.ts';

const KEPT = fileURLToPath(new URL('../../.cache/test-seconds.json', import.meta.url));

/** One more than there are cores, since tests sometimes wait; with even more of them they would wait for each other. */
const LANES = Math.min(availableParallelism() + 1, 8);

/** Lanes that run jobs with the same needs. One is left to the others, since it is costly to start a browser once more. */
const MOST_ALIKE = Math.max(1, LANES - 1);

/** Idle cores, over a while of so many milliseconds, that a job beside the lanes is begun for. */
const SPARE = { cores: 0.6, milliseconds: 500 };

/** A unit of work of a test run, such as a file on a particular database. */
export interface TestJob {
  /** The kind it is counted under. */
  phase: string;
  /** Its line in the output; unique within a run. */
  name: string;
  /** Estimated duration, for when no earlier run has recorded one. */
  seconds: number;
  /** Whether to run it again when it fails, because it depends on timing. */
  repeats: boolean;
  /** What each lane that runs such jobs has to start for itself, such as a browser. */
  needs?: string;
  run(): Promise<TestOutcome>;
}

/** The result of a job. */
export interface TestOutcome {
  passed: number;
  skipped: number;
  /** Each failure in full, ready to print. */
  failures: string[];
  /** Its output; printed when something failed. */
  output: string;
  seconds: number;
  /** Processor time. */
  processorSeconds: number;
}

/** The totals of a phase. */
interface PhaseTotal {
  passed: number;
  failed: number;
  skipped: number;
  processorSeconds: number;
}

/** The result of a run. */
export interface LanesResult {
  phases: Map<string, PhaseTotal>;
  /** Processor seconds of each job. */
  processorSeconds: Map<string, number>;
  /** One line per failure. */
  failed: string[];
  /** Jobs that failed in parallel with others but passed when repeated alone. */
  unsteady: string[];
}

/** More failures than this are not caused by the load of the other jobs. */
const MAX_REPEATED = 5;

/** What a run of jobs goes by; the rest is for tests. */
export interface LanesOptions {
  /** Where durations are stored. */
  secondsFile?: string;
  print?(line: string): void;
  idleCores?: IdleCores;
  /** Milliseconds between two looks at the cores. */
  lookEvery?: number;
}

/**
 * Runs jobs in parallel, the longest first, so that none is left running alone at the end, and prints a line when each
 * ends. While those in the lanes wait for something and leave cores idle, the shortest are run beside them. Durations
 * are stored for the next run. If only a few fail they are run again alone: those that pass then depend on the load of
 * the machine, and are listed separately from those that are broken.
 */
export async function runInLanes(
  jobs: readonly TestJob[],
  { secondsFile = KEPT, print = console.log, idleCores = createIdleCores(), ...looks }: LanesOptions = {},
): Promise<LanesResult> {
  const { lookEvery = SPARE.milliseconds } = looks;
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
  const needed = new Map<string, number>();
  const count = ({ needs = '' }: TestJob, change: number): void =>
    void needed.set(needs, (needed.get(needs) ?? 0) + change);
  const next = (): TestJob | undefined => {
    const at = waiting.findIndex(({ needs }) => needs === undefined || (needed.get(needs) ?? 0) < MOST_ALIKE);
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };
  const lane = async (): Promise<void> => {
    for (let job = next(); job !== undefined; job = next()) {
      count(job, 1);
      outcomes.set(job, await run(job));
      count(job, -1);
    }
  };
  const besideLanes = async (): Promise<void> => {
    for (; waiting.length > 0; await sleep(lookEvery)) {
      if (idleCores() < SPARE.cores) continue;
      const at = waiting.findLastIndex(({ needs }) => needs === undefined);
      const [job] = at < 0 ? [] : waiting.splice(at, 1);
      if (job !== undefined) outcomes.set(job, await run(job));
      // Of the time that it took itself it says nothing.
      idleCores();
    }
  };
  try {
    await Promise.all([...Array.from({ length: LANES }, lane), besideLanes()]);
    const broken = [...outcomes].filter(([job, { failures }]) => job.repeats && failures.length > 0);
    for (const [job, first] of broken.length <= MAX_REPEATED ? broken : []) {
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
    processorSeconds: new Map([...outcomes].map(([{ name }, outcome]) => [name, outcome.processorSeconds])),
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
  // In their original order.
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

/** The duration of each job in earlier runs, in seconds by name. */
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
