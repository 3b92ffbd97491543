import { runInAction } from 'mobx';

import type { PluginEntry } from '#core/contract/plugin-index.ts';

import { createFaultMeter, type FaultMeter } from './fault-meter.ts';
import { ObservedRecord } from './observed-record.ts';
import type { OpenedPlugin } from './plugins-options.ts';
import type { ActivePlugin, DepartureReason, PluginRecord, PluginState } from './plugins.ts';

/** One plugin's life; only what the state machine is made of writes it. */
export interface Life {
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
  departure: { why: DepartureReason; stay: AbortController } | null;
  flight: Promise<ActivePlugin> | null;
  ending: Promise<void> | null;
  /** Asked to stop while it was loading. */
  unwanted: boolean;
}

/** The life of a plugin that the index lists for the first time. */
export function beginLife(entry: PluginEntry): Life {
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
    departure: null,
    flight: null,
    ending: null,
    unwanted: false,
  };
}

/** Whether its code runs, or is about to. */
export function isRunning(life: Life): boolean {
  return life.active !== null || life.flight !== null;
}

/** Says where it stands from now on. */
export function setState(life: Life, state: PluginState): void {
  runInAction(() => {
    life.record.state = state;
  });
}

/** Says that it stops for a reason as soon as what is shown of it is closed; or, undefined, that it stays. */
export function setLeaving(life: Life, why: PluginRecord['leaving']): void {
  runInAction(() => {
    life.record.leaving = why;
  });
}
