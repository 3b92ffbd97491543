import { useState } from 'react';

import type { SlotItem } from '../kernel/slots.ts';
import { PLUGINS, type PluginRecord, type PluginState } from '../plugins/plugins.ts';
import { useKernel } from './use-kernel.ts';
import { useService } from './use-service.ts';
import { useSlotItems } from './use-slot.ts';
import type { Slot } from '../slot.ts';

/** States in which a plugin may still fill a slot. */
const COMING: readonly PluginState['name'][] = ['known', 'ready', 'loading'];

/** What plugins added to a slot, and whether all of them have that will. For observers. */
export function useWholeSlot<T>(slot: Slot<T>): { items: ReadonlyArray<SlotItem<T>>; isWhole: boolean } {
  const items = useSlotItems(slot);
  const plugins = useService(PLUGINS);
  return { items, isWhole: !plugins.list.some((plugin) => isAwaited(plugin, slot.id)) };
}

/**
 * Whether the product's own plugins have added to a slot what they will; once they have, it stays so. Nobody waits for
 * those from outside. For observers, in whoever's page.
 */
export function useSettledSlot(slot: Slot<unknown>): boolean {
  useSlotItems(slot);
  const { plugins } = useKernel();
  const [wasSettled, setSettled] = useState(false);
  const isSettled =
    wasSettled || !plugins.list.some((plugin) => plugin.entry.source === undefined && isAwaited(plugin, slot.id));
  if (isSettled && !wasSettled) setSettled(true);
  return isSettled;
}

function isAwaited({ entry, state }: PluginRecord, id: string): boolean {
  return entry.manifest.slots.includes(id) && COMING.includes(state.name);
}
