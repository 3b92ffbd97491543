import { action, autorun, observable } from 'mobx';

import type { Plugins } from '../plugins/plugins.ts';
import type { SlotItem, Slots } from './slots.ts';

/** What the kernel's registry of slots also tells. */
export interface SlotsRegistry extends Slots {
  count(): { items: number; shown: number };
}

/** Makes the registry of slots. */
export function createSlots(plugins: () => Plugins): SlotsRegistry {
  // Lists are replaced, never changed, so that each is a snapshot of its slot.
  const lists = observable.map<string, ReadonlyArray<SlotItem<unknown>>>({}, { deep: false });
  const empty: readonly never[] = Object.freeze([]);
  let added = 0;
  let shown = 0;

  const put = action((id: string, list: ReadonlyArray<SlotItem<unknown>>) => {
    if (list.length === 0) lists.delete(id);
    else lists.set(id, list);
  });

  return {
    items<T>({ id }: { id: string }) {
      // Only `add` puts items here, and its types tie an item to its slot.
      return (lists.get(id) ?? empty) as ReadonlyArray<SlotItem<T>>;
    },
    show({ id }) {
      shown += 1;
      const stop = autorun(() => {
        for (const { entry, state } of plugins().list) {
          if (state.name !== 'ready' || !entry.manifest.slots.includes(id)) continue;
          // A plugin that fails says so by its state.
          queueMicrotask(
            () =>
              void plugins()
                .ensure(entry.manifest.id, `slot:${id}`)
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
