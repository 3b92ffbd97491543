import type { PluginEntry, PluginIndex } from '#core/contract/plugin-index.ts';

import type { LoadedCode } from './service-grants.ts';
import type { PluginContext } from '../plugin-context.ts';
import type { ScopeFault } from '../scope.ts';
import type { TraceSpan } from '../trace/trace.ts';
import type { PluginShutdown, FaultPhase } from './plugins.ts';

/** A plugin with its container and scope. */
export interface OpenedPlugin {
  readonly context: PluginContext;
  /** @throws TypeError when something that the manifest promises was not provided */
  proveProvided(): void;
  /** Disposes everything, including the container. */
  close(): Promise<readonly ScopeFault[]>;
}

/** Receives reports on external plugins. */
export interface OutsideReports {
  fault(entry: PluginEntry, phase: FaultPhase, error: unknown): void;
  /** Called when it has been activated. */
  active(entry: PluginEntry): void;
}

/** What the state machine of plugins depends on. */
export interface PluginsOptions {
  loadIndex(): Promise<PluginIndex>;
  /** Fetches the code of a browser half; called again after a failure. */
  loadCode(entry: PluginEntry): Promise<LoadedCode>;
  loadTexts(id: string): Promise<void>;
  /** @throws TypeError when the browser half lacks what the manifest names */
  open(entry: PluginEntry, code: LoadedCode): OpenedPlugin;
  measure<T>(plugin: string, step: TraceSpan['step'], run: () => Promise<T>): Promise<T>;
  /**
   * Closes the pages of a running plugin that has to stop; it stops when the promise settles. Returns undefined if none
   * is shown, and the plugin stops at once.
   */
  closePages?(shutdown: PluginShutdown): Promise<void> | undefined;
  /** Receives reports on external plugins. */
  reports?: OutsideReports | undefined;
  /** Receives every fault, for the log. */
  onFault(plugin: string, phase: FaultPhase | 'dispose', error: unknown): void;
}
