const LIMIT = 64 * 1024;
const LEVEL = /^((?:\[[^\]\n]+ @ (?:0x)?[0-9a-fA-F]+\] )*)\[(panic|fatal|error|warning|info|verbose|debug|trace)\] /;
/** Libraries that write to standard error past ffmpeg's own log. */
const FOREIGN = /^\w+ \[(error|warning)\]: /;
const BENCH = /^bench: utime=([\d.]+)s stime=([\d.]+)s/;

/** Parses a tool's standard error line by line; only its last part is kept. */
export interface ToolLog {
  /** Takes a chunk of standard error. */
  write(text: string): void;
  /** The kept lines, at most 64 kB. */
  text(): string;
  /** CPU seconds as the tool measured them itself; undefined when unknown. */
  cpu(): number | undefined;
  readonly diskFull: boolean;
  readonly outOfMemory: boolean;
  /** Whether the tool reported the signal for an exhausted CPU limit. */
  readonly cpuUsedUp: boolean;
}

/**
 * Makes a {@link ToolLog} for a tool that runs with `-loglevel level+…`.
 * @param keepInfo keeps informational lines as well as warnings and errors
 */
export function createToolLog(keepInfo: boolean): ToolLog {
  const lines: string[] = [];
  let size = 0;
  let rest = '';
  let keeping = true;
  let cpu: number | undefined;
  const seen = { diskFull: false, outOfMemory: false, cpuUsedUp: false };

  function take(raw: string): void {
    const level = LEVEL.exec(raw);
    const informational = level !== null && !['panic', 'fatal', 'error', 'warning'].includes(level[2] ?? '');
    // Only the first line of a message carries its level.
    if (level !== null) keeping = keepInfo || !informational;
    else if (FOREIGN.test(raw)) keeping = true;
    const line = level !== null && informational ? (level[1] ?? '') + raw.slice(level[0].length) : raw;
    const bench = BENCH.exec(line);
    if (bench) cpu = Number(bench[1]) + Number(bench[2]);
    if (line.includes('No space left on device')) seen.diskFull = true;
    if (/Cannot allocate memory|malloc of size \d+ failed|failed to map segment/.test(line)) seen.outOfMemory = true;
    if (line.includes('received signal 24')) seen.cpuUsedUp = true;
    if (!keeping) return;
    const kept = line.slice(0, 4096);
    lines.push(kept);
    size += kept.length + 1;
    while (size > LIMIT) size -= (lines.shift()?.length ?? 0) + 1;
  }

  return {
    write(text) {
      const parts = (rest + text).split(/[\r\n]/);
      rest = (parts.pop() ?? '').slice(-LIMIT);
      for (const part of parts) if (part !== '') take(part);
    },
    text() {
      if (rest !== '') take(rest);
      rest = '';
      return lines.join('\n');
    },
    cpu: () => cpu,
    get diskFull() {
      return seen.diskFull;
    },
    get outOfMemory() {
      return seen.outOfMemory;
    },
    get cpuUsedUp() {
      return seen.cpuUsedUp;
    },
  };
}
