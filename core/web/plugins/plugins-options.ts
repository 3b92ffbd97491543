import type { PluginEntry, PluginIndex } from '#core/contract/plugin-index.ts';

import type { LoadedCode } from './outside-half.ts';
import type { PluginContext } from '../plugin-context.ts';
import type { ScopeFault } from '../scope.ts';
import type { TraceSpan } from '../trace/trace.ts';
import type { PluginShutdown, FaultPhase } from './plugins.ts';

/** A plugin whose container and scope are there. */
export interface OpenedPlugin {
  readonly context: PluginContext;
  /** @throws TypeError when something that the manifest promises was not provided */
  proveProvided(): void;
  /** Undoes everything, and takes the container away. */
  close(): Promise<readonly ScopeFault[]>;
}

/** Hears how plugins from outside fare. */
export interface OutsideReports {
  fault(entry: PluginEntry, phase: FaultPhase, error: unknown): void;
  /** It was activated. */
  active(entry: PluginEntry): void;
}

/** What the state machine of plugins works with. */
export interface PluginsOptions {
  loadIndex(): Promise<PluginIndex>;
  /** Fetches the code of a browser half. It is called again after a failure. */
  loadCode(entry: PluginEntry): Promise<LoadedCode>;
  loadTexts(id: string): Promise<void>;
  /** @throws TypeError when the browser half lacks what the manifest names */
  open(entry: PluginEntry, code: LoadedCode): OpenedPlugin;
  measure<T>(plugin: string, step: TraceSpan['step'], run: () => Promise<T>): Promise<T>;
  /**
   * Closes what is shown of a running plugin that has to stop; it stops when the promise is settled. Undefined when
   * nothing of it is shown: then it stops at once.
   */
  closePages?(shutdown: PluginShutdown): Promise<void> | undefined;
  /** Hears how plugins from outside fare. */
  reports?: OutsideReports | undefined;
  /** Hears every fault, for the log. */
  onFault(plugin: string, phase: FaultPhase | 'dispose', error: unknown): void;
}
