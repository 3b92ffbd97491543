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
  /** Seconds used by processes that ended without a followed parent, whose time the system adds to nobody's. */
  orphanSeconds(): number;
  stop(): void;
}

interface Seen {
  /** The followed process that it descends from. */
  root: number;
  parent: number;
  began: string;
  own: number;
  /** Of children that have ended and been waited for. */
  ofChildren: number;
}

/**
 * The system adds a process's time to its parent's when the parent waits for it. Browsers do not wait for theirs, and
 * killed processes cannot. So this samples all processes, and keeps the time of those that end without being added.
 */
export function createProcessorMeter(): ProcessorMeter {
  const known = new Map<number, Seen>();
  const foreign = new Set<number>();
  const lost = new Map<number, number>();
  /** Followed processes, by the folder of the file that they run. */
  const folders = new Map<string, number>();

  function look(): void {
    const there = pidsOfSystem();
    for (const pid of foreign) if (!there.has(pid)) foreign.delete(pid);
    for (const pid of there) {
      if (known.has(pid) || foreign.has(pid)) continue;
      const stat = readStat(pid);
      const root = stat === undefined ? undefined : (known.get(stat.parent)?.root ?? folders.get(markOf(pid)));
      if (stat === undefined || root === undefined) foreign.add(pid);
      else known.set(pid, { ...stat, root, own: 0, ofChildren: 0 });
    }
    const ended: [number, Seen][] = [];
    /** The increase in the waited-for time of each parent. */
    const waited = new Map<number, number>();
    for (const [pid, before] of known) {
      const now = there.has(pid) ? readStat(pid) : undefined;
      if (now === undefined || now.began !== before.began) {
        known.delete(pid);
        ended.push([pid, before]);
        // Its children find their next ancestor through it.
        gone.set(pid, before.parent);
        continue;
      }
      waited.set(pid, now.ofChildren - before.ofChildren);
      known.set(pid, { ...now, root: before.root });
    }
    for (const [pid, seen] of ended) {
      // The process that started it waits for it.
      if (pid === seen.root) continue;
      let ancestor = seen.parent;
      while (!known.has(ancestor) && gone.has(ancestor)) ancestor = gone.get(ancestor) ?? 0;
      const total = seen.own + seen.ofChildren;
      const added = Math.min(total, waited.get(ancestor) ?? 0);
      waited.set(ancestor, (waited.get(ancestor) ?? 0) - added);
      lost.set(seen.root, (lost.get(seen.root) ?? 0) + total - added);
    }
    gone.clear();
  }
  const gone = new Map<number, number>();

  const timer = setInterval(look, PAUSE_MILLISECONDS);
  timer.unref();

  return {
    follow(pid, folder) {
      if (folder !== undefined) folders.set(folder, pid);
      const stat = known.has(pid) ? undefined : readStat(pid);
      if (stat !== undefined) known.set(pid, { ...stat, root: pid });
    },
    secondsOf(root) {
      look();
      let seconds = lost.get(root) ?? 0;
      for (const seen of known.values()) if (seen.root === root) seconds += seen.own + seen.ofChildren;
      return seconds;
    },
    orphanSeconds() {
      look();
      return [...lost.values()].reduce((sum, seconds) => sum + seconds, 0);
    },
    stop: () => clearInterval(timer),
  };
}

/** Processor time of this process, and of those of its children that have ended. */
export function ownProcessorSeconds(): number {
  const stat = readStat(process.pid);
  return stat === undefined ? 0 : stat.own + stat.ofChildren;
}

function pidsOfSystem(): Set<number> {
  if (process.platform !== 'linux') return new Set();
  return new Set(
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid)),
  );
}

/** The folder with which the test file that started the process, or one of its parents, marked it. */
function markOf(pid: number): string {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return variables.find((one) => one.startsWith(`${FOLDER_MARK}=`))?.slice(FOLDER_MARK.length + 1) ?? '';
  } catch {
    return '';
  }
}

function readStat(pid: number): Omit<Seen, 'root'> | undefined {
  try {
    // The second field is the command in parentheses, which may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const seconds = (from: number): number => (Number(fields[from]) + Number(fields[from + 1])) / TICKS_A_SECOND;
    return { parent: Number(fields[1]), began: fields[19] ?? '', own: seconds(11), ofChildren: seconds(13) };
  } catch {
    return undefined;
  }
}
