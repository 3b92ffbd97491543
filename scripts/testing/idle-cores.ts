import { availableParallelism, cpus } from 'node:os';

/** Tells how many cores had nothing to do since it was last asked, or since it was made. */
export type IdleCores = () => number;

/** Measures the whole machine: of its cores those count that this process may use. */
export function createIdleCores(): IdleCores {
  let before = busyAndAll();
  return () => {
    const now = busyAndAll();
    const [busy, all] = [now.busy - before.busy, now.all - before.all];
    before = now;
    return all === 0 ? 0 : availableParallelism() - (busy / all) * now.cores;
  };
}

/** Milliseconds of all cores since the machine started. */
function busyAndAll(): { busy: number; all: number; cores: number } {
  const cores = cpus();
  const sum = { busy: 0, all: 0, cores: cores.length };
  for (const { times } of cores) {
    const { idle, user, nice, sys, irq } = times;
    sum.busy += user + nice + sys + irq;
    sum.all += idle + user + nice + sys + irq;
  }
  return sum;
}
