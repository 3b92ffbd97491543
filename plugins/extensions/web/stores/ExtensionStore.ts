import { makeAutoObservable, observableRef } from 'mobx';

import { pluginsChanged } from '#core/contract/kernel-events.ts';
import type { CallData } from '#core/contract/call.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { Reading } from '#core/web/reading/Reading.ts';
import type { Undo } from '#core/web/scope.ts';

import { readExtension, type Extension } from '#plugins/extensions/calls.ts';
import { SOON_MILLISECONDS } from './ExtensionsStore.ts';
import { titleOf } from '../parts/extension-words.ts';

/** Everything that is known of one plugin. */
export type ExtensionDetails = CallData<typeof readExtension>;

/** The plugin whose page is open. */
export class ExtensionStore {
  id: string | null = null;
  reading: Reading<ExtensionDetails> | null = null;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(I18N) private readonly i18n: I18n,
  ) {
    makeAutoObservable<this, 'http' | 'events' | 'i18n'>(
      this,
      { http: false, events: false, i18n: false, reading: observableRef },
      { autoBind: true },
    );
  }

  /** Reads a plugin, and reads it anew whenever something changes, until it is undone. */
  open(id: string): Undo {
    this.reading?.stop();
    const reading = new Reading(async (signal) => {
      const details = await this.http.call(readExtension, { params: { id } }, { signal, handlesErrors: true });
      const { extension } = details;
      // One that this session's index does not list, because it is off, has its title in its own texts.
      if (extension.texts === null && titleOf(extension, this.i18n) === id) {
        await this.i18n.load(id).catch(() => undefined);
      }
      return details;
    });
    this.id = id;
    this.reading = reading;
    const unhear = this.events.on(
      pluginsChanged,
      () => reading.loadWithin(SOON_MILLISECONDS),
      () => void reading.load(),
    );
    void reading.load();
    return () => {
      void unhear();
      reading.stop();
    };
  }

  /** Reads it anew when it is the one that is open. */
  async reload(id: string): Promise<void> {
    if (id === this.id) await this.reading?.load();
  }

  /** What the server answered to a change takes the place of what is shown. */
  take(extension: Extension): void {
    const { reading } = this;
    if (reading === null || reading.value === null || extension.manifest.id !== this.id) return;
    reading.value = { ...reading.value, extension };
  }

  dispose(): void {
    this.reading?.stop();
  }
}
