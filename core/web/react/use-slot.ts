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
  const reader = useOutsideReader();
  const items = useSlotItems(slot);
  return useMemo(
    () => (reader === undefined ? items : items.map((item) => ({ ...item, context: onlyId(item.context) }))),
    [reader, items],
  );
}

/**
 * Like {@link useSlot}, but with the whole contexts, for components that render the items in them. @throws TypeError as
 * {@link useSlot}
 */
export function useSlotItems<T>(slot: Slot<T>): ReadonlyArray<SlotItem<T>> {
  const { slots } = useKernel();
  const reader = useOutsideReader();
  // Items are other plugins' functions with access to other plugins' data.
  if (reader !== undefined && !slot.id.startsWith(`${reader}.`)) {
    throw new TypeError(`plugin "${reader}" comes from outside: it shows slots of its own only, not "${slot.id}"`);
  }
  useEffect(() => slots.show(slot), [slots, slot]);
  return useWatched(useCallback(() => slots.items(slot), [slots, slot]));
}

/** The id of the external plugin that the component belongs to; undefined elsewhere. */
function useOutsideReader(): string | undefined {
  const { plugins } = useKernel();
  const id = use(PluginScopeContext)?.id;
  return id !== undefined && plugins.find(id)?.entry.source !== undefined ? id : undefined;
}

/** With the whole context one plugin could act as another. */
function onlyId({ id }: PluginContext): PluginContext {
  return Object.freeze({ id }) as PluginContext;
}
