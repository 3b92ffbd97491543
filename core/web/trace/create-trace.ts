import { observable, runInAction } from 'mobx';

import { isOwnFile } from './plugin-of-stack.ts';
import type { Trace, TraceSpan } from './trace.ts';

/** How many steps are remembered. */
export const MOST_SPANS = 1_000;

/** {@link Trace} that also takes what others have measured. */
export interface TraceService extends Trace {
  record(span: TraceSpan): void;
}

/** Makes the trace: a ring of the last thousand steps. */
export function createTrace(): TraceService {
  const ring: TraceSpan[] = [];
  let next = 0;
  const version = observable({ count: 0 });

  const trace: TraceService = {
    get spans() {
      // Read so that whoever draws the trace is told of new steps.
      return version.count < 0 ? [] : [...ring.slice(next), ...ring.slice(0, next)];
    },
    record(span) {
      ring[next] = span;
      next = (next + 1) % MOST_SPANS;
      runInAction(() => {
        version.count += 1;
      });
    },
    async measure(plugin, step, run) {
      const start = performance.now();
      try {
        return await run();
      } finally {
        const duration = performance.now() - start;
        trace.record({ plugin, step, start, duration, bytes: step === 'import' ? bytesSince(start, plugin) : null });
      }
    },
  };
  return trace;
}

/**
 * What a plugin's own scripts and styles that were asked for since then took over the wire; null when nothing is known
 * of them. What it shares with others, such as a package of the workbench, is nobody's.
 */
function bytesSince(start: number, plugin: string): number | null {
  const entries = performance.getEntriesByType?.('resource') as PerformanceResourceTiming[] | undefined;
  const loaded = (entries ?? []).filter(
    ({ startTime, initiatorType, name }) =>
      startTime >= start && (initiatorType === 'script' || initiatorType === 'link') && isOwnFile(plugin, name),
  );
  return loaded.length === 0 ? null : loaded.reduce((sum, { transferSize }) => sum + transferSize, 0);
}
