import { createAtom } from 'mobx';

import type { PluginEntry } from '#core/contract/plugin-index.ts';

import type { PluginRecord } from './plugins.ts';

type Life = Omit<PluginRecord, 'entry'>;

/**
 * What is told of a plugin. There are hundreds of these at every start, and observable fields would take several times
 * as long to make: what the index says of it is one, and how it goes on is the other.
 */
export class ObservedRecord implements PluginRecord {
  private readonly entryAtom = createAtom('plugin.entry');
  private readonly lifeAtom = createAtom('plugin.life');
  private life: Life = { state: { name: 'known' } };

  constructor(private told: PluginEntry) {}

  get entry(): PluginEntry {
    this.entryAtom.reportObserved();
    return this.told;
  }

  set entry(entry) {
    if (entry === this.told) return;
    this.told = entry;
    this.entryAtom.reportChanged();
  }

  get state(): Life['state'] {
    return this.now.state;
  }

  set state(state) {
    this.go({ state });
  }

  get leaving(): Life['leaving'] {
    return this.now.leaving;
  }

  set leaving(leaving) {
    if (leaving !== this.life.leaving) this.go({ leaving });
  }

  get activatedBy(): Life['activatedBy'] {
    return this.now.activatedBy;
  }

  set activatedBy(activatedBy) {
    if (activatedBy !== this.life.activatedBy) this.go({ activatedBy });
  }

  private get now(): Life {
    this.lifeAtom.reportObserved();
    return this.life;
  }

  private go(part: Partial<Life>): void {
    this.life = { ...this.life, ...part };
    this.lifeAtom.reportChanged();
  }
}
