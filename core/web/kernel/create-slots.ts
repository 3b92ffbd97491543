import { action, autorun, computed, observable } from 'mobx';

import type { Plugins } from '../plugins/plugins.ts';
import type { Slot } from '../slot.ts';
import type { SlotItem, Slots } from './slots.ts';

/** The slots, with what only the kernel needs to know. */
export interface SlotsRegistry extends Slots {
  count(): { items: number; shown: number };
}

/** Creates the slot registry. */
export function createSlots(plugins: () => Plugins): SlotsRegistry {
  // Lists are replaced, never mutated, so that each is a snapshot of its slot.
  const lists = observable.map<string, ReadonlyArray<SlotItem<unknown>>>({}, { deep: false });
  const empty: readonly never[] = Object.freeze([]);
  /** The validators of the slots that are currently shown, by slot id. */
  const guards = new Map<string, Slot<unknown>>();
  const accepted = new WeakMap<ReadonlyArray<SlotItem<unknown>>, ReadonlyArray<SlotItem<unknown>>>();
  // One look through the manifests serves all slots: a page shows dozens of them, to hundreds of plugins.
  const contributors = computed(() =>
    Map.groupBy(
      plugins().list.flatMap((record) => record.entry.manifest.slots.map((slot) => ({ slot, record }))),
      ({ slot }) => slot,
    ),
  );
  let added = 0;
  let shown = 0;

  const put = action((id: string, list: ReadonlyArray<SlotItem<unknown>>) => {
    if (list.length === 0) lists.delete(id);
    else lists.set(id, list);
  });

  function guard(slot: Slot<unknown>): void {
    if (slot.accepts !== undefined) guards.set(slot.id, slot);
  }

  return {
    items<T>(slot: Slot<T>) {
      guard(slot);
      const list = lists.get(slot.id) ?? empty;
      // Items may have been added before the slot had a validator, so they are checked here; the result is cached per
      // list.
      if (!accepted.has(list)) accepted.set(list, list.every(fits(slot)) ? list : list.filter(fits(slot)));
      // Only `add` puts items here, and its types tie an item to its slot.
      return accepted.get(list) as ReadonlyArray<SlotItem<T>>;
    },
    show(slot) {
      guard(slot);
      const { id } = slot;
      shown += 1;
      const stop = autorun(() => {
        // Only of these is the state read: this runs again on each of their changes.
        for (const { record } of contributors.get().get(id) ?? []) {
          if (record.state.name !== 'ready') continue;
          const plugin = record.entry.manifest.id;
          // A plugin that fails shows it in its state.
          queueMicrotask(
            () =>
              void plugins()
                .ensure(plugin, `slot:${id}`)
                .catch(() => undefined),
          );
        }
      });
      let undone = false;
      return () => {
        if (undone) return;
        undone = true;
        shown -= 1;
        stop();
      };
    },
    add({ id }, context, item) {
      if (!accepts(guards.get(id), item)) {
        throw new TypeError(`what "${context.id}" adds to "${id}" is not what the slot takes`);
      }
      added += 1;
      const entry: SlotItem<unknown> = { context, item, key: `${context.id}-${added}` };
      const list = [...(lists.get(id) ?? []), entry];
      put(
        id,
        list.sort((a, b) => (a.context.id < b.context.id ? -1 : Number(a.context.id > b.context.id))),
      );
      return () =>
        put(
          id,
          (lists.get(id) ?? []).filter((other) => other !== entry),
        );
    },
    count: () => ({ items: [...lists.values()].reduce((sum, list) => sum + list.length, 0), shown }),
  };
}

function fits(slot: Slot<unknown>): (item: SlotItem<unknown>) => boolean {
  return ({ item }) => accepts(slot, item);
}

function accepts(slot: Slot<unknown> | undefined, item: unknown): boolean {
  try {
    return slot?.accepts?.(item) ?? true;
  } catch {
    return false;
  }
}
