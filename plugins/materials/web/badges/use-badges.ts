import { useEffect } from 'react';

import { useKernel } from '#core/web/react/use-kernel.ts';
import { useSlot } from '#core/web/react/use-slot.ts';
import { useStore } from '#core/web/react/use-store.ts';

import { MATERIAL_BADGES } from '#plugins/materials/api.ts';
import { BadgesStore } from './BadgesStore.ts';

/** Reads what other features say of the materials in sight, for as long as the list is shown. */
export function useBadges(): void {
  const store = useStore(BadgesStore);
  const { faults } = useKernel();
  const items = useSlot(MATERIAL_BADGES);
  useEffect(
    () => store.asked.show(items, (plugin, error) => faults.take(plugin, 'handler', error)),
    [store, items, faults],
  );
}
