import { makeAutoObservable, observable } from 'mobx';

import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { Reading } from '#core/web/reading/Reading.ts';

import { listMixRuns, type MixRun } from '#plugins/mixing/calls.ts';
import { runEnded } from '#plugins/mixing/events.ts';

/** Runs of a project that are listed. */
const MOST = 20;

/** The last runs of projects, read when one of them has ended or begun. Observable. */
export class OtherRuns {
  private readonly readings = observable.map<string, Reading<readonly MixRun[]>>({}, { deep: false });

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
  ) {
    makeAutoObservable<this, 'http' | 'events' | 'readings'>(
      this,
      { http: false, events: false, readings: false },
      { autoBind: true },
    );
  }

  /** The newest first; empty until they were read. */
  of(projectId: string): readonly MixRun[] {
    return this.readings.get(projectId)?.value ?? [];
  }

  /** Reads them, and follows them until it is undone. */
  follow(projectId: string): () => void {
    const reading = new Reading(async (signal) => {
      const call = { params: { id: projectId }, query: { limit: MOST } };
      return (await this.http.call(listMixRuns, call, { signal, handlesErrors: true })).items;
    });
    this.readings.set(projectId, reading);
    void reading.load();
    const stop = this.events.on(runEnded, () => void reading.load());
    return () => {
      void stop();
      reading.stop();
    };
  }
}
