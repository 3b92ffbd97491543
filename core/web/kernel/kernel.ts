import type { Plugins } from '../plugins/plugins.ts';
import type { ScopeFault } from '../scope.ts';
import type { Token } from '../token.ts';
import type { Faults } from './faults.ts';
import type { Slots } from './slots.ts';

/** The root of everything in the browser: the services and the plugins. */
export interface Kernel {
  readonly plugins: Plugins;
  readonly slots: Slots;
  readonly faults: Faults;
  /**
   * Returns a service of the kernel, created on first use.
   * @throws TypeError naming the token when the kernel has no such service
   */
  get<T>(token: Token<T>): T;
  tryGet<T>(token: Token<T>): T | undefined;
  /** How much is registered; shows what a plugin left behind. */
  census(): KernelCensus;
  /** Stops every plugin and disposes the services; for tests and for a page that is closing. */
  dispose(): Promise<readonly ScopeFault[]>;
}

/** Numbers of things that plugins have registered. */
export interface KernelCensus {
  activePlugins: number;
  containers: number;
  bindings: number;
  tokens: number;
  slotItems: number;
  shownSlots: number;
}
