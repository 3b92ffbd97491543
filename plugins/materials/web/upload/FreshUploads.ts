import { observable } from 'mobx';

import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import type { UploadItem } from '#core/web/uploads/uploads.ts';

import { materialSchema, type Material, type MaterialKind } from '#plugins/materials/calls.ts';
import { MaterialFeed } from '../list/MaterialFeed.ts';

const MOVES: ReadonlySet<UploadItem['state']> = new Set(['queued', 'checking', 'uploading']);

/** What was just uploaded here, until something is done with it: what comes next is offered for all of it together. */
export class FreshUploads {
  private items: readonly UploadItem[] = [];
  /** Materials as they became since they were uploaded; null for those that are gone. */
  private readonly changed = observable.map<string, Material | null>({}, { deep: false });

  constructor(@inject(PLUGIN_CONTEXT) context: PluginContext) {
    observableStore(this);
    context.own(
      context.store(MaterialFeed).follow({
        changed: (materials, ids) => {
          if (this.items.length > 0) for (const id of ids) this.changed.set(id, materials.get(id) ?? null);
        },
        lost: () => undefined,
      }),
    );
  }

  /** Counts uploads to those of now. */
  expect(items: readonly UploadItem[]): void {
    this.items = [...this.items, ...items];
  }

  /** Those of a kind that can be used; none while further ones are on their way. */
  of(kind: MaterialKind): readonly Material[] {
    if (this.items.some(({ state }) => MOVES.has(state))) return [];
    const uploaded = this.items.flatMap(({ state, result }) =>
      state === 'done' ? (materialSchema.safeParse(result).data ?? []) : [],
    );
    const unique = new Map(uploaded.map((material) => [material.id, material]));
    return [...unique.values()]
      .map((material) => (this.changed.has(material.id) ? this.changed.get(material.id) : material))
      .filter((material) => material !== null && material !== undefined)
      .filter((material) => material.kind === kind && material.deletedAt === null && material.state !== 'failed');
  }

  /** Something else is done with them, or nothing is wanted. */
  forget(): void {
    this.items = [];
    this.changed.clear();
  }
}
