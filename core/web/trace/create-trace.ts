import { observable, runInAction } from 'mobx';

import { isOwnFile } from './plugin-of-stack.ts';
import type { Trace, TraceSpan } from './trace.ts';

/** How many spans are kept. */
export const MAX_SPANS = 1_000;

/** {@link Trace} that also accepts spans measured elsewhere. */
export interface TraceService extends Trace {
  record(span: TraceSpan): void;
}

/** Creates the trace: a ring buffer of the last thousand spans. */
export function createTrace(): TraceService {
  const ring: TraceSpan[] = [];
  let next = 0;
  const version = observable({ count: 0 });

  const trace: TraceService = {
    get spans() {
      // Read so that observers are notified of new spans.
      return version.count < 0 ? [] : [...ring.slice(next), ...ring.slice(0, next)];
    },
    record(span) {
      ring[next] = span;
      next = (next + 1) % MAX_SPANS;
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
 * The bytes transferred for a plugin's own scripts and styles requested since `start`; null when unknown. Files shared
 * with others, such as packages of the workbench, are attributed to nobody.
 */
function bytesSince(start: number, plugin: string): number | null {
  const entries = performance.getEntriesByType?.('resource') as PerformanceResourceTiming[] | undefined;
  const loaded = (entries ?? []).filter(
    ({ startTime, initiatorType, name }) =>
      startTime >= start && (initiatorType === 'script' || initiatorType === 'link') && isOwnFile(plugin, name),
  );
  return loaded.length === 0 ? null : loaded.reduce((sum, { transferSize }) => sum + transferSize, 0);
}
