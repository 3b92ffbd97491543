import { makeAutoObservable, observableRef } from 'mobx';

import type { CallData } from '#core/contract/call.ts';
import type { Level } from '#core/contract/tiers.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { Reading } from '#core/web/reading/Reading.ts';
import type { Undo } from '#core/web/scope.ts';

import { explainExtension } from '#plugins/extensions/calls.ts';

export type Chain = CallData<typeof explainExtension>;

/** What is explained. */
export interface Question {
  id: string;
  level: Level;
  /** `route:/x` or `command:y`; empty for the plugin as a whole. */
  part: string;
}

/** Why a plugin stands as it does. */
export class WhyStore {
  reading: Reading<Chain> | null = null;

  constructor(@inject(HTTP) private readonly http: Http) {
    makeAutoObservable<this, 'http'>(this, { http: false, reading: observableRef }, { autoBind: true });
  }

  /** Asks, until it is undone. */
  ask({ id, level, part }: Question): Undo {
    const query = { level, ...(part === '' ? {} : { part }) };
    const reading = new Reading((signal) =>
      this.http.call(explainExtension, { params: { id }, query }, { signal, handlesErrors: true }),
    );
    this.reading = reading;
    void reading.load();
    return () => reading.stop();
  }

  dispose(): void {
    this.reading?.stop();
  }
}
