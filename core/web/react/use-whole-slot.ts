import type { SlotItem } from '../kernel/slots.ts';
import { PLUGINS, type Plugins, type PluginState } from '../plugins/plugins.ts';
import { useService } from './use-service.ts';
import { useSlotItems } from './use-slot.ts';
import type { Slot } from '../slot.ts';

/** States in which a plugin may still fill a slot. */
const COMING: readonly PluginState['name'][] = ['known', 'ready', 'loading'];

/** What plugins added to a slot, and whether all of them have that will. For observers. */
export function useWholeSlot<T>(slot: Slot<T>): { items: ReadonlyArray<SlotItem<T>>; isWhole: boolean } {
  const items = useSlotItems(slot);
  const plugins = useService(PLUGINS);
  return { items, isWhole: !isAwaited(plugins, slot.id) };
}

function isAwaited({ list }: Pick<Plugins, 'list'>, id: string): boolean {
  return list.some(({ entry, state }) => entry.manifest.slots.includes(id) && COMING.includes(state.name));
}
