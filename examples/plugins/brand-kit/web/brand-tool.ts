import { HttpFailure } from '@reelport/core';
import type { CoverTool } from '@reelport/core/plugins/mixing';

import type { Kit } from '../calls.ts';
import { brandCover } from './brand-cover.ts';

/** How the tool gets the kits, and asks which one to use. */
export interface BrandToolOptions {
  kits(): {
    loadAll(): Promise<void>;
    readonly kits: readonly Kit[];
    readonly defaultKit: string;
    readonly textScale: number;
  };
  /** @returns the id of a kit; undefined when none was chosen */
  ask(kits: readonly Kit[]): Promise<string | undefined>;
  tellNone(): void;
}

/** Applies a kit to a project's covers: the default one, the only one, or the one that the user chooses. */
export function brandTool({ kits, ask, tellNone }: BrandToolOptions): CoverTool {
  return {
    id: 'apply',
    title: 'brand-kit:tool.apply',
    about: 'brand-kit:tool.about',
    async apply(cover) {
      const store = kits();
      try {
        await store.loadAll();
      } catch (error) {
        // The workbench has told the user.
        if (error instanceof HttpFailure) return cover;
        throw error;
      }
      const all = store.kits;
      if (all.length === 0) {
        tellNone();
        return cover;
      }
      const standard = all.find(({ name }) => name === store.defaultKit) ?? (all.length === 1 ? all[0] : undefined);
      const chosen = standard?.id ?? (await ask(all));
      const kit = all.find(({ id }) => id === chosen);
      return kit === undefined ? cover : brandCover(cover, kit, { scale: store.textScale, kits: all });
    },
  };
}
