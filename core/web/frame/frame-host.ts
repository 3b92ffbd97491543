import type { Remote } from 'comlink';

import type { PluginEntry, PluginSource } from '#core/contract/plugin-index.ts';

import type { PluginContext } from '../plugin-context.ts';
import type { FaultPhase } from '../plugins/plugins.ts';
import type { Scope } from '../scope.ts';
import type { GuestApi } from './frame-protocol.ts';

/** What the workbench's end of a frame works with. */
export interface FrameHost {
  readonly entry: PluginEntry;
  readonly source: PluginSource;
  /** The plugin's own context: what it was not granted is not in it. */
  readonly context: PluginContext;
  /** The frame's life. */
  readonly scope: Scope;
  /** What the plugin is called, in the reader's language. */
  title(): string;
  /** What the frame is told; failures of it are the frame's. */
  tell(what: (guest: Remote<GuestApi>) => Promise<unknown>): void;
  readonly guest: () => Remote<GuestApi>;
  /** Where the plugin stands for this session. Observable. */
  status(): PluginEntry['state'];
  /** The plugin stands in its frame. */
  started(): void;
  report(phase: FaultPhase, error: Error): void;
  reopen(): void;
  /** Does what the workbench does when these keys are pressed. */
  press(keys: string): void;
  /** Whether the person has just done something, in the frame or around it. */
  isActive(): boolean;
}
