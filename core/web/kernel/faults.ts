import type { FaultPhase } from '../plugins/plugins.ts';

/** Attributes faults to the plugin that caused them, and tells the user which plugin failed. */
export interface Faults {
  /** Runs a plugin's handler and catches what it throws, now or as a rejected promise. */
  guard(plugin: string, run: () => void | Promise<void>): void;
  /**
   * Reports a fault that no error boundary shows. Failed calls, which have already been shown, and cancelled ones are
   * ignored.
   */
  take(plugin: string, phase: FaultPhase, error: unknown): void;
  /**
   * Watches the window for uncaught errors. A fault is attributed to a plugin when it was thrown while an event inside
   * the plugin's part of the page was handled, or when its stack leads through the plugin's code; otherwise it is only
   * logged.
   */
  watch(target: Window): () => void;
}
