import { runInAction } from 'mobx';

import { observableStore } from '#core/web/observable-store.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';

import { MATERIALS, type Material } from '#plugins/materials/api.ts';
import type { Cover } from '#plugins/publishing/plan-calls.ts';
import type { ChosenCover, CoverPicture } from './CoverDialog.tsx';

/** What stands for videos before they play. Observable. */
export class DraftCovers {
  /** By the id of a video's file; absent for the platform's own. */
  chosen: Readonly<Record<string, Cover>> = {};
  /** What covers show that are pictures of the library, by their ids. */
  pictures: Readonly<Record<string, CoverPicture>> = {};

  constructor(private readonly context: PluginContext) {
    observableStore(this);
  }

  /** Asks for a picture of the library, where one can be uploaded as well. @returns undefined where none was chosen */
  async choosePicture(): Promise<CoverPicture | undefined> {
    const [chosen] = (await this.context.tryGet(MATERIALS)?.pick({ kind: 'image' })) ?? [];
    return chosen && pictureOf(chosen);
  }

  /** @param files of the videos that get it */
  set(files: readonly string[], { cover, picture }: Pick<ChosenCover, 'cover' | 'picture'>): void {
    const others = Object.entries(this.chosen).filter(([id]) => !files.includes(id));
    this.chosen = Object.fromEntries([...others, ...(cover === null ? [] : files.map((id) => [id, cover] as const))]);
    if (picture !== null) this.keepPicture(picture);
  }

  keepPicture(picture: CoverPicture): void {
    this.pictures = { ...this.pictures, [picture.id]: picture };
  }

  /** Takes covers as they were kept, and looks up the pictures that they, or others, show. */
  async restore(chosen: Readonly<Record<string, Cover>>, others: readonly Cover[]): Promise<void> {
    runInAction(() => (this.chosen = chosen));
    const ids = [...Object.values(chosen), ...others].flatMap((cover) => (cover.kind === 'picture' ? [cover.id] : []));
    if (ids.length === 0) return;
    const found = (await this.context.tryGet(MATERIALS)?.find([...new Set(ids)])) ?? new Map<string, Material>();
    runInAction(() => {
      for (const material of found.values()) this.keepPicture(pictureOf(material));
    });
  }

  /** As a call takes them, for some videos. */
  wishedFor(works: readonly { fileId: string }[]): Record<string, Cover> {
    return Object.fromEntries(
      works.flatMap(({ fileId }) => {
        const cover = this.chosen[fileId];
        return cover === undefined ? [] : [[fileId, cover]];
      }),
    );
  }
}

const pictureOf = ({ id, name, poster, thumbnail, url }: Material): CoverPicture => ({
  ...{ id, name, url: poster ?? thumbnail ?? url },
});
