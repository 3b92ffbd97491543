import type { Remote } from 'comlink';

import type { PluginEntry, PluginSource } from '#core/contract/plugin-index.ts';

import type { PluginContext } from '../plugin-context.ts';
import type { FaultPhase } from '../plugins/plugins.ts';
import type { Scope } from '../scope.ts';
import type { GuestApi } from './frame-protocol.ts';

/** What the workbench's side of a frame works with. */
export interface FrameHost {
  readonly entry: PluginEntry;
  readonly source: PluginSource;
  /** The plugin's own context, limited to what it was granted. */
  readonly context: PluginContext;
  /** Lives as long as the frame. */
  readonly scope: Scope;
  /** The plugin's title in the user's language. */
  title(): string;
  /** Sends something to the frame; a failure is the frame's fault. */
  tell(what: (guest: Remote<GuestApi>) => Promise<unknown>): void;
  readonly guest: () => Remote<GuestApi>;
  /** The plugin's state for this session. Observable. */
  status(): PluginEntry['state'];
  /** Called when the plugin has started in its frame. */
  started(): void;
  report(phase: FaultPhase, error: Error): void;
  reopen(): void;
  /** Does what the workbench does when these keys are pressed. */
  press(keys: string): void;
  /** Whether the user has just interacted with the frame or the page around it. */
  isActive(): boolean;
}
