import type { Plugins } from '../plugins/plugins.ts';
import type { ScopeFault } from '../scope.ts';
import type { Token } from '../token.ts';
import type { Faults } from './faults.ts';
import type { Slots } from './slots.ts';

/** What everything in the browser hangs on: the services and the plugins. */
export interface Kernel {
  readonly plugins: Plugins;
  readonly slots: Slots;
  readonly faults: Faults;
  /**
   * A service of the kernel, made when it is first asked for.
   * @throws TypeError that names the token when the kernel has no such service
   */
  get<T>(token: Token<T>): T;
  tryGet<T>(token: Token<T>): T | undefined;
  /** How much is registered; what a plugin left behind shows here. */
  census(): KernelCensus;
  /** Stops every plugin and whatever services own; for tests and for a page that goes. */
  dispose(): Promise<readonly ScopeFault[]>;
}

/** Counts of what plugins have registered. */
export interface KernelCensus {
  activePlugins: number;
  containers: number;
  bindings: number;
  tokens: number;
  slotItems: number;
  shownSlots: number;
}
