import type { PluginContext } from '../plugin-context.ts';
import type { Slot } from '../slot.ts';

/** An item that a plugin added to a slot. */
export interface SlotItem<T> {
  /** The plugin that owns it: it is rendered in that plugin's scope, and its faults are attributed to that plugin. */
  context: PluginContext;
  item: T;
  /** Stable for as long as the item exists. */
  key: string;
}

/** What plugins have added to each other's slots. Observable. */
export interface Slots {
  /** In the order of plugin ids, so that it does not depend on the loading order. */
  items<T>(slot: Slot<T>): ReadonlyArray<SlotItem<T>>;
  /** Activates the plugins that add to a slot, now and whenever the index changes. @returns stops doing so */
  show(slot: Slot<unknown>): () => void;
  add<T>(slot: Slot<T>, context: PluginContext, item: T): () => void;
}
