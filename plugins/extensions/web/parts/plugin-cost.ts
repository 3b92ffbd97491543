import type { TraceSpan } from '#core/web/trace/trace.ts';

import type { Extension } from '#plugins/extensions/calls.ts';

/** What a plugin cost this browser since the page was opened; null for what it has not done yet. */
export interface PluginCost {
  /** Transferred; 0 when it came from the browser's cache. */
  bytes: number | null;
  /** Milliseconds of the last time that its code was loaded, and that it was activated. */
  load: number | null;
  activate: number | null;
}

/** What one costs that has not been used. */
export const NO_COST: PluginCost = { bytes: null, load: null, activate: null };

/** Reads what plugins cost from the steps that were traced, by plugin. */
export function costsOf(spans: readonly TraceSpan[]): ReadonlyMap<string, PluginCost> {
  const costs = new Map<string, PluginCost>();
  for (const { plugin, step, duration, bytes } of spans) {
    if (step !== 'import' && step !== 'activate') continue;
    const cost = costs.get(plugin) ?? { ...NO_COST };
    if (step === 'activate') cost.activate = duration;
    else {
      cost.load = duration;
      if (bytes !== null) cost.bytes = (cost.bytes ?? 0) + bytes;
    }
    costs.set(plugin, cost);
  }
  return costs;
}

/** Its size: that of the stored files, otherwise that of the download; null if unknown. */
export function sizeOf({ installed }: Extension, cost: PluginCost | undefined): number | null {
  return installed?.bytes ?? (cost?.bytes === 0 ? null : (cost?.bytes ?? null));
}

/** Milliseconds for display: with decimals below ten. */
export function milliseconds(value: number): string {
  if (value < 0.05) return '0';
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}
