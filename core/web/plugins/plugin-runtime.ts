import { runInAction } from 'mobx';

import type { PluginEntry } from '#core/contract/plugin-index.ts';

import { createFaultMeter, type FaultMeter } from './fault-meter.ts';
import { ObservedRecord } from './observed-record.ts';
import type { OpenedPlugin } from './plugins-options.ts';
import type { ActivePlugin, ShutdownReason, PluginRecord, PluginState } from './plugins.ts';

/** One plugin's runtime; only what the state machine is made of writes it. */
export interface PluginRuntime {
  readonly id: string;
  readonly record: ObservedRecord;
  readonly meter: FaultMeter;
  /** Failed activations since the last one that succeeded. */
  attempts: number;
  opened: OpenedPlugin | null;
  active: ActivePlugin | null;
  /** What the index says, whole: an untrusted plugin's own code may name what is not offered of it. */
  given: PluginEntry;
  /** What the index said of it when it was activated. */
  activatedAs: PluginEntry;
  /** The index lists it. */
  isListed: boolean;
  /** It stops when this is over. */
  shutdown: { why: ShutdownReason; stay: AbortController } | null;
  flight: Promise<ActivePlugin> | null;
  ending: Promise<void> | null;
  /** Asked to stop while it was loading. */
  unwanted: boolean;
}

/** The runtime of a plugin that the index lists for the first time. */
export function createPluginRuntime(entry: PluginEntry): PluginRuntime {
  return {
    id: entry.manifest.id,
    record: new ObservedRecord(entry),
    meter: createFaultMeter(),
    attempts: 0,
    opened: null,
    active: null,
    given: entry,
    activatedAs: entry,
    isListed: true,
    shutdown: null,
    flight: null,
    ending: null,
    unwanted: false,
  };
}

/** Whether its code runs, or is about to. */
export function isRunning(runtime: PluginRuntime): boolean {
  return runtime.active !== null || runtime.flight !== null;
}

/** Says where it stands from now on. */
export function setState(runtime: PluginRuntime, state: PluginState): void {
  runInAction(() => {
    runtime.record.state = state;
  });
}

/** Says that it stops for a reason as soon as what is shown of it is closed; or, undefined, that it stays. */
export function setLeaving(runtime: PluginRuntime, why: PluginRecord['leaving']): void {
  runInAction(() => {
    runtime.record.leaving = why;
  });
}
