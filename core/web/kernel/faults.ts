import type { FaultPhase } from '../plugins/plugins.ts';

/** Puts faults of plugin code down to the plugin, and tells the reader which one did not finish. */
export interface Faults {
  /** Runs a plugin's handler; what it throws, at once or as a promise, is taken. */
  guard(plugin: string, run: () => void | Promise<void>): void;
  /**
   * Takes a fault that no boundary shows. A failed call was told already and a cancelled one is none: both are
   * passed over.
   */
  take(plugin: string, phase: FaultPhase, error: unknown): void;
  /**
   * Watches the window for what nobody caught. A fault is a plugin's when it was thrown while an event inside the
   * plugin's part of the page was handled, or when its stack leads through the plugin's code; else it is only logged.
   */
  watch(target: Window): () => void;
}
