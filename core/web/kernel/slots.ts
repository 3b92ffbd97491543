import type { PluginContext } from '../plugin-context.ts';
import type { Slot } from '../slot.ts';

/** One thing that a plugin added to a slot. */
export interface SlotItem<T> {
  /** Whose it is: it is drawn in that plugin's scope, and a fault of it is that plugin's. */
  context: PluginContext;
  item: T;
  /** Stays the same as long as the item is there. */
  key: string;
}

/** What plugins have added to each other's lists. Observable. */
export interface Slots {
  /** In the order of plugin ids, so that it does not depend on what was loaded first. */
  items<T>(slot: Slot<T>): ReadonlyArray<SlotItem<T>>;
  /** Activates the plugins that add to a slot, now and whenever the index changes, until it is undone. */
  show(slot: Slot<unknown>): () => void;
  add<T>(slot: Slot<T>, context: PluginContext, item: T): () => void;
}
