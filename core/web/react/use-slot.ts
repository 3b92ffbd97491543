import { useCallback, useEffect } from 'react';

import type { SlotItem } from '../kernel/slots.ts';
import type { Slot } from '../slot.ts';
import { useKernel } from './use-kernel.ts';
import { useWatched } from './use-watched.ts';

/**
 * What plugins added to a slot. As long as the component is there, the plugins whose manifests list the slot are
 * activated. To draw what plugins added, `SlotItems` also keeps a fault of one from the others.
 */
export function useSlot<T>(slot: Slot<T>): ReadonlyArray<SlotItem<T>> {
  const { slots } = useKernel();
  useEffect(() => slots.show(slot), [slots, slot]);
  return useWatched(useCallback(() => slots.items(slot), [slots, slot]));
}
