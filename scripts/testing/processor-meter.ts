import { readFileSync, readdirSync } from 'node:fs';

import { FOLDER_MARK } from './processes.ts';

const TICKS_A_SECOND = 100;
/** Often enough to catch most processes before they end, and seldom enough to cost nothing. */
const PAUSE_MILLISECONDS = 250;

/** Measures the processor time of processes and all of their descendants. */
export interface ProcessorMeter {
  /** Starts counting a process, and every process that carries the folder's mark, whoever started it. */
  follow(pid: number, folder?: string): void;
  /** Seconds of processor time used so far by a running followed process and its descendants. */
  secondsOf(pid: number): number;
  /** Seconds used by descendants of followed processes that have ended, which the system added to nobody's. */
  orphanSeconds(): number;
  stop(): void;
}

/** A process as the system knows it; times in seconds. */
export interface ProcessTimes {
  parent: number;
  /** Tells it from a later process with the same id. */
  began: string;
  own: number;
  /** Of children that have ended and been waited for. */
  ofChildren: number;
}

/** The processes of a system. */
export interface ProcessTable {
  pids(): ReadonlySet<number>;
  read(pid: number): ProcessTimes | undefined;
  /** The folder with which the test file that started the process, or one of its parents, marked it. */
  mark(pid: number): string;
}

interface Seen extends ProcessTimes {
  /** The followed process that it descends from. */
  root: number;
}

/** An ended process, the time of which no ancestor's contains yet. */
interface Ended {
  root: number;
  /** The next of its ancestors that may still run. */
  ancestor: number;
  seconds: number;
}

/**
 * The system adds a process's time to its parent's when the parent waits for it. Browsers do not wait for theirs, and
 * killed processes cannot. So this samples all processes, and keeps the time of those that end without being added.
 */
export function createProcessorMeter(table: ProcessTable = processesOfSystem): ProcessorMeter {
  const known = new Map<number, Seen>();
  const foreign = new Set<number>();
  const lost = new Map<number, number>();
  /** Followed processes, by the folder of the file that they run. */
  const folders = new Map<string, number>();
  /**
   * Ended since the look before the last one. Processes are read one after another: what is waited for after its
   * parent was read appears in the parent's time only at the next look.
   */
  let pending: Ended[] = [];

  function look(): void {
    const there = table.pids();
    for (const pid of foreign) if (!there.has(pid)) foreign.delete(pid);
    for (const pid of there) {
      if (known.has(pid) || foreign.has(pid)) continue;
      const stat = table.read(pid);
      const root = stat === undefined ? undefined : (known.get(stat.parent)?.root ?? folders.get(table.mark(pid)));
      if (stat === undefined || root === undefined) foreign.add(pid);
      else known.set(pid, { ...stat, root, own: 0, ofChildren: 0 });
    }
    const ended: Ended[] = [];
    /** Parents of those that ended. */
    const gone = new Map<number, number>();
    /** The increase in the waited-for time of each parent. */
    const waited = new Map<number, number>();
    for (const [pid, before] of known) {
      const now = there.has(pid) ? table.read(pid) : undefined;
      if (now === undefined || now.began !== before.began) {
        known.delete(pid);
        gone.set(pid, before.parent);
        // The process that started a followed one waits for it.
        if (pid !== before.root)
          ended.push({ root: before.root, ancestor: before.parent, seconds: before.own + before.ofChildren });
        continue;
      }
      waited.set(pid, now.ofChildren - before.ofChildren);
      known.set(pid, { ...now, root: before.root });
    }
    for (const one of [...pending, ...ended]) {
      while (!known.has(one.ancestor) && gone.has(one.ancestor)) one.ancestor = gone.get(one.ancestor) ?? 0;
      const unclaimed = waited.get(one.ancestor) ?? 0;
      const added = Math.min(one.seconds, unclaimed);
      waited.set(one.ancestor, unclaimed - added);
      one.seconds -= added;
    }
    for (const { root, seconds } of pending) lost.set(root, (lost.get(root) ?? 0) + seconds);
    pending = ended;
  }

  const timer = setInterval(look, PAUSE_MILLISECONDS);
  timer.unref();

  return {
    follow(pid, folder) {
      if (folder !== undefined) folders.set(folder, pid);
      const stat = known.has(pid) ? undefined : table.read(pid);
      if (stat !== undefined) known.set(pid, { ...stat, root: pid });
    },
    secondsOf(root) {
      look();
      let seconds = lost.get(root) ?? 0;
      for (const one of pending) if (one.root === root) seconds += one.seconds;
      for (const seen of known.values()) if (seen.root === root) seconds += seen.own + seen.ofChildren;
      return seconds;
    },
    orphanSeconds() {
      look();
      let seconds = 0;
      for (const ofRoot of lost.values()) seconds += ofRoot;
      for (const one of pending) seconds += one.seconds;
      // A browser is still ending when the process that started it is gone, and will be waited for by nobody.
      for (const seen of known.values()) if (!known.has(seen.root)) seconds += seen.own + seen.ofChildren;
      return seconds;
    },
    stop: () => clearInterval(timer),
  };
}

/** Processor time of this process, and of those of its children that have ended. */
export function ownProcessorSeconds(): number {
  const stat = readStat(process.pid);
  return stat === undefined ? 0 : stat.own + stat.ofChildren;
}

const processesOfSystem: ProcessTable = {
  pids() {
    if (process.platform !== 'linux') return new Set();
    return new Set(
      readdirSync('/proc')
        .map(Number)
        .filter((pid) => Number.isInteger(pid)),
    );
  },
  read: readStat,
  mark(pid) {
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      return variables.find((one) => one.startsWith(`${FOLDER_MARK}=`))?.slice(FOLDER_MARK.length + 1) ?? '';
    } catch {
      return '';
    }
  },
};

function readStat(pid: number): ProcessTimes | undefined {
  try {
    // The second field is the command in parentheses, which may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const seconds = (from: number): number => (Number(fields[from]) + Number(fields[from + 1])) / TICKS_A_SECOND;
    return { parent: Number(fields[1]), began: fields[19] ?? '', own: seconds(11), ofChildren: seconds(13) };
  } catch {
    return undefined;
  }
}
