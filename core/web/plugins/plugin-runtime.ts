import { runInAction, type IAtom } from 'mobx';

import type { PluginEntry } from '#core/contract/plugin-index.ts';

import { createFaultMeter, type FaultMeter } from './fault-meter.ts';
import { ObservedRecord } from './observed-record.ts';
import type { OpenedPlugin } from './plugins-options.ts';
import type { ActivePlugin, ShutdownReason, PluginRecord, PluginState } from './plugins.ts';

/** What the state machine stores about one plugin; nothing else changes it. */
export interface PluginRuntime {
  readonly id: string;
  readonly record: ObservedRecord;
  readonly meter: FaultMeter;
  /** Failed activations since the last one that succeeded. */
  attempts: number;
  opened: OpenedPlugin | null;
  active: ActivePlugin | null;
  /** The full index entry; an untrusted plugin's code may name things that are hidden from others. */
  given: PluginEntry;
  /** The index entry at the time of its activation. */
  activatedAs: PluginEntry;
  /** Whether the index lists it. */
  isListed: boolean;
  /** The shutdown under way, if any: the plugin stops when it completes. */
  shutdown: { why: ShutdownReason; stay: AbortController } | null;
  flight: Promise<ActivePlugin> | null;
  ending: Promise<void> | null;
  /** It was asked to stop while it was loading. */
  unwanted: boolean;
}

/**
 * Creates the runtime of a plugin that appears in the index for the first time.
 * @param entries stands for the index entries of all plugins
 */
export function createPluginRuntime(entry: PluginEntry, entries: IAtom): PluginRuntime {
  return {
    id: entry.manifest.id,
    record: new ObservedRecord(entry, entries),
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

/** Whether its code is running, or about to. */
export function isRunning(runtime: PluginRuntime): boolean {
  return runtime.active !== null || runtime.flight !== null;
}

/** Sets the plugin's state. */
export function setState(runtime: PluginRuntime, state: PluginState): void {
  runInAction(() => {
    runtime.record.state = state;
  });
}

/** Marks a plugin as leaving for a reason until its pages are closed; undefined means that it stays. */
export function setLeaving(runtime: PluginRuntime, why: PluginRecord['leaving']): void {
  runInAction(() => {
    runtime.record.leaving = why;
  });
}
