import { createAtom } from 'mobx';

import type { PluginEntry } from '#core/contract/plugin-index.ts';

import type { PluginRecord } from './plugins.ts';

type Status = Omit<PluginRecord, 'entry'>;

/**
 * The observable record of a plugin. A start creates hundreds of them, and observable fields would take several times
 * as long to set up as these two atoms: one for the index entry and one for the plugin's status.
 */
export class ObservedRecord implements PluginRecord {
  private readonly entryAtom = createAtom('plugin.entry');
  private readonly statusAtom = createAtom('plugin.status');
  private status: Status = { state: { name: 'known' } };

  constructor(private current: PluginEntry) {}

  get entry(): PluginEntry {
    this.entryAtom.reportObserved();
    return this.current;
  }

  set entry(entry) {
    if (entry === this.current) return;
    this.current = entry;
    this.entryAtom.reportChanged();
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
    this.statusAtom.reportObserved();
    return this.status;
  }

  private go(part: Partial<Status>): void {
    this.status = { ...this.status, ...part };
    this.statusAtom.reportChanged();
  }
}
