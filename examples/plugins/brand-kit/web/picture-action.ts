import { HttpFailure } from '@reelport/core';
import type { MaterialAction } from '@reelport/core/plugins/materials';

import type { Kit } from '../calls.ts';

/** How the action gets the kits, and asks which one to use. */
export interface PictureActionOptions {
  kits(): {
    loadAll(): Promise<void>;
    readonly kits: readonly Kit[];
    edit(kit: Kit): void;
    extract(kitId: string, materialId: string): Promise<void>;
  };
  /** @returns the id of a kit; undefined when none was chosen */
  ask(kits: readonly Kit[]): Promise<string | undefined>;
  tellNone(): void;
  /** Shows the kits. */
  show(): Promise<void>;
}

/** Takes the colours of the first picture that is chosen into a kit: the only one, or the one that the user chooses. */
export function pictureAction({ kits, ask, tellNone, show }: PictureActionOptions): MaterialAction {
  return {
    id: 'colors',
    title: 'brand-kit:picture.action',
    icon: 'layers',
    kinds: ['image'],
    async run([picture]) {
      const store = kits();
      try {
        await store.loadAll();
        const all = store.kits;
        if (all.length === 0) return tellNone();
        const chosen = all.length === 1 ? all[0]?.id : await ask(all);
        const kit = all.find(({ id }) => id === chosen);
        if (kit === undefined || picture === undefined) return;
        await store.extract(kit.id, picture.id);
        store.edit(kit);
        await show();
      } catch (error) {
        // The workbench has told the user.
        if (!(error instanceof HttpFailure)) throw error;
      }
    },
  };
}
