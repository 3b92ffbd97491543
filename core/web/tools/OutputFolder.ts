import { runInAction } from 'mobx';

import { observableStore } from '../observable-store.ts';

/** Asks for a folder of the library; its top has no id, and nothing is answered where none was chosen. */
type PickFolder = () => Promise<{ folderId: string | null } | undefined>;

/** Where what a tool makes goes in the library: a new folder, one that was chosen, or none. Observable. */
export class OutputFolder {
  /** The chosen one, null for the top of the library; undefined is a new folder. */
  chosen: string | null | undefined = undefined;

  constructor(private readonly pick: PickFolder) {
    observableStore(this);
  }

  async choose(): Promise<void> {
    const picked = await this.pick();
    if (picked !== undefined) runInAction(() => (this.chosen = picked.folderId));
  }

  useNew(): void {
    this.chosen = undefined;
  }

  /** The folder as a call wants it. @param name of a new one */
  from(name: string): string | null | { name: string } {
    return this.chosen === undefined ? { name } : this.chosen;
  }
}
