import { use, useCallback, useEffect, useMemo } from 'react';

import type { SlotItem } from '../kernel/slots.ts';
import type { PluginContext } from '../plugin-context.ts';
import type { Slot } from '../slot.ts';
import { PluginScopeContext } from './contexts.ts';
import { useKernel } from './use-kernel.ts';
import { useWatched } from './use-watched.ts';

/**
 * What plugins added to a slot. While the component is mounted, the plugins whose manifests list the slot are
 * activated. To render the items use `SlotItems`, which also keeps a fault of one from the others.
 * @throws TypeError in an external plugin for a slot that is not its own; of other plugins' contexts it only sees the
 *   id
 */
export function useSlot<T>(slot: Slot<T>): ReadonlyArray<SlotItem<T>> {
  const reader = useOutsideReader(slot);
  const items = useSlotItems(slot);
  return useMemo(
    () => (reader === undefined ? items : items.map((item) => ({ ...item, context: onlyId(item.context) }))),
    [reader, items],
  );
}

/**
 * Like {@link useSlot}, but with the whole contexts and in whoever's page: for parts of the workbench, which let users
 * press what is there and hand nothing of it to the page.
 */
export function useSlotItems<T>(slot: Slot<T>): ReadonlyArray<SlotItem<T>> {
  const { slots } = useKernel();
  useEffect(() => slots.show(slot), [slots, slot]);
  return useWatched(useCallback(() => slots.items(slot), [slots, slot]));
}

/**
 * The id of the external plugin that the component belongs to; undefined elsewhere.
 * @throws TypeError when it shows a slot that is not its own
 */
export function useOutsideReader(slot: Slot<unknown>): string | undefined {
  const { plugins } = useKernel();
  const id = use(PluginScopeContext)?.id;
  if (id === undefined || plugins.find(id)?.entry.source === undefined) return undefined;
  // Items are other plugins' functions with access to other plugins' data.
  if (!slot.id.startsWith(`${id}.`)) {
    throw new TypeError(`plugin "${id}" comes from outside: it shows slots of its own only, not "${slot.id}"`);
  }
  return id;
}

/** With the whole context one plugin could act as another. */
function onlyId({ id }: PluginContext): PluginContext {
  return Object.freeze({ id }) as PluginContext;
}
