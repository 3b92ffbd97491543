import { use, useCallback, useEffect, useMemo } from 'react';

import type { SlotItem } from '../kernel/slots.ts';
import type { PluginContext } from '../plugin-context.ts';
import type { Slot } from '../slot.ts';
import { PluginScopeContext } from './contexts.ts';
import { useKernel } from './use-kernel.ts';
import { useWatched } from './use-watched.ts';

/**
 * What plugins added to a slot. As long as the component is there, the plugins whose manifests list the slot are
 * activated. To draw what plugins added, `SlotItems` also keeps a fault of one from the others.
 * @throws TypeError in a plugin from outside for a slot that is not its own; of the contexts of others it sees the id
 */
export function useSlot<T>(slot: Slot<T>): ReadonlyArray<SlotItem<T>> {
  const reader = useOutsideReader();
  const items = useSlotItems(slot);
  return useMemo(
    () => (reader === undefined ? items : items.map((item) => ({ ...item, context: onlyId(item.context) }))),
    [reader, items],
  );
}

/** The same with the whole contexts, for what draws the items in them. @throws TypeError as {@link useSlot} */
export function useSlotItems<T>(slot: Slot<T>): ReadonlyArray<SlotItem<T>> {
  const { slots } = useKernel();
  const reader = useOutsideReader();
  // Items are another plugin's functions over another plugin's data.
  if (reader !== undefined && !slot.id.startsWith(`${reader}.`)) {
    throw new TypeError(`plugin "${reader}" comes from outside: it shows slots of its own only, not "${slot.id}"`);
  }
  useEffect(() => slots.show(slot), [slots, slot]);
  return useWatched(useCallback(() => slots.items(slot), [slots, slot]));
}

/** The plugin from outside that this is a part of; undefined elsewhere. */
function useOutsideReader(): string | undefined {
  const { plugins } = useKernel();
  const id = use(PluginScopeContext)?.id;
  return id !== undefined && plugins.find(id)?.entry.source !== undefined ? id : undefined;
}

/** By the whole of it one plugin could act as another. */
function onlyId({ id }: PluginContext): PluginContext {
  return Object.freeze({ id }) as PluginContext;
}
