import { useEffect } from 'react';

import { useSlot } from '#core/web/react/use-slot.ts';
import { useStore } from '#core/web/react/use-store.ts';

import { MATERIAL_USES } from '#plugins/materials/api.ts';
import { LibraryActions } from './LibraryActions.ts';

/** Lets deleting know where other features use materials, for as long as the page is shown. */
export function useMaterialUses(): void {
  const actions = useStore(LibraryActions);
  const uses = useSlot(MATERIAL_USES);
  useEffect(() => actions.setUses(uses.map(({ item }) => item)), [actions, uses]);
}
