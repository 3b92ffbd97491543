import { observable, runInAction } from 'mobx';

import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { MATERIALS } from '#plugins/materials/api.ts';

/** Materials of one look-up. */
const AT_ONCE = 200;

/** Pictures of videos by the ids of their files, looked up together in the library. Observable. */
export class Pictures {
  private readonly found = observable.map<string, string | null>({}, { deep: false });
  #wanted = new Set<string>();

  constructor(@inject(PLUGIN_CONTEXT) private readonly context: Pick<PluginContext, 'tryGet' | 'log'>) {
    observableStore(this);
  }

  /** Null while it is not known, and for what is not in the library. */
  of(fileId: string): string | null {
    return this.found.get(fileId) ?? null;
  }

  want(fileId: string): void {
    if (this.found.has(fileId) || this.#wanted.has(fileId)) return;
    if (this.#wanted.size === 0) queueMicrotask(() => void this.look());
    this.#wanted.add(fileId);
  }

  private async look(): Promise<void> {
    const ids = [...this.#wanted];
    this.#wanted = new Set();
    const library = this.context.tryGet(MATERIALS);
    for (let at = 0; library !== undefined && at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE);
      try {
        const materials = await library.find(some);
        runInAction(() => {
          for (const id of some) {
            const { thumbnail = null, poster = null } = materials.get(id) ?? {};
            this.found.set(id, thumbnail ?? poster);
          }
        });
      } catch (error) {
        this.context.log.info('pictures could not be looked up', error);
      }
    }
  }
}
