import { observable, runInAction } from 'mobx';

import { taskChanged } from '#core/contract/kernel-events.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { DRAW_STILL, openStill, type Still } from '#plugins/removal/calls.ts';
import type { Removal } from '#plugins/removal/removal-settings.ts';

/** A frame that somebody wants to see without its text. */
export interface WantedStill {
  /** That of the material. */
  id: string;
  /** Seconds at which the frame begins. */
  at: number;
  removals: readonly Removal[];
  language: string;
}

/** Frames without their text, as far as they were drawn. Observable. */
export class Stills {
  /** Whether frames are shown without their text. */
  areShown = false;
  private readonly known = observable.map<string, Still>({}, { deep: false });
  private readonly wanted = new Map<string, WantedStill>();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
  ) {
    observableStore(this);
  }

  show(areShown: boolean): void {
    this.areShown = areShown;
  }

  /** What is known of a frame; undefined before anybody asked. */
  of(wanted: WantedStill): Still | undefined {
    return this.known.get(keyOf(wanted));
  }

  /** Has a frame drawn. A failure is what is known then. */
  async open(wanted: WantedStill, again = false): Promise<void> {
    const key = keyOf(wanted);
    if (!again && this.known.get(key)?.state === 'drawn') return;
    this.wanted.set(key, wanted);
    try {
      const body = { ...wanted, removals: [...wanted.removals], again };
      const still = await this.http.call(openStill, { body }, { handlesErrors: true });
      runInAction(() => this.known.set(key, still));
    } catch (error) {
      const said = error instanceof Error ? error.message : null;
      runInAction(() => this.known.set(key, { state: 'failed', subject: '', picture: null, error: said }));
    }
  }

  /** Hears of frames that were drawn. @returns stops that */
  follow(): () => void {
    const drawing = (): [string, Still][] => [...this.known].filter(([, { state }]) => state === 'drawing');
    const renew = ([key]: [string, Still]): void => {
      const wanted = this.wanted.get(key);
      if (wanted !== undefined) void this.open(wanted);
    };
    const stop = this.events.on(
      taskChanged,
      ({ job, subjectId, state }) => {
        if (job !== DRAW_STILL || state === 'running') return;
        drawing()
          .filter(([, { subject }]) => subject === subjectId)
          .forEach(renew);
      },
      () => drawing().forEach(renew),
    );
    return () => void stop();
  }
}

const keyOf = (wanted: WantedStill): string => JSON.stringify(wanted);
