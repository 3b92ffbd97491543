import { createAtom, type IAtom } from 'mobx';

import type { PluginEntry } from '#core/contract/plugin-index.ts';

import type { PluginRecord } from './plugins.ts';

type Status = Omit<PluginRecord, 'entry'>;

/**
 * The observable record of a plugin. A start creates hundreds of them, and menus, routes and slots read all entries: so
 * these are followed together, as the index changes them together, and a plugin's status only where somebody reads it.
 */
export class ObservedRecord implements PluginRecord {
  private statusAtom: IAtom | undefined;
  private status: Status = { state: { name: 'known' } };

  /** @param entries stands for the entries of all plugins */
  constructor(
    private current: PluginEntry,
    private readonly entries: IAtom,
  ) {}

  get entry(): PluginEntry {
    this.entries.reportObserved();
    return this.current;
  }

  set entry(entry) {
    if (entry === this.current) return;
    this.current = entry;
    this.entries.reportChanged();
  }

  get state(): Status['state'] {
    return this.now.state;
  }

  set state(state) {
    this.go({ state });
  }

  get leaving(): Status['leaving'] {
    return this.now.leaving;
  }

  set leaving(leaving) {
    if (leaving !== this.status.leaving) this.go({ leaving });
  }

  get activatedBy(): Status['activatedBy'] {
    return this.now.activatedBy;
  }

  set activatedBy(activatedBy) {
    if (activatedBy !== this.status.activatedBy) this.go({ activatedBy });
  }

  private get now(): Status {
    this.statusAtom ??= createAtom('plugin.status');
    this.statusAtom.reportObserved();
    return this.status;
  }

  private go(part: Partial<Status>): void {
    this.status = { ...this.status, ...part };
    this.statusAtom?.reportChanged();
  }
}
