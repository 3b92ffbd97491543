import { runInAction } from 'mobx';

import { taskChanged } from '#core/contract/kernel-events.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { openTiming, stopWork, TIME_TEXT, type Timing } from '#plugins/copywriting/calls.ts';
import type { WantedText } from '#plugins/copywriting/limits.ts';

/** A text whose times are being found out. Observable. */
export class TextTiming {
  /** Null before it has begun, and when it was stopped. */
  timing: Timing | null = null;
  private wanted: WantedText | null = null;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
  ) {
    observableStore(this);
  }

  /** Follows the work. @returns stops following, and forgets what was found */
  follow(): () => void {
    const stop = this.events.on(
      taskChanged,
      ({ job, subjectId, state, progress }) => {
        const { timing } = this;
        if (job !== TIME_TEXT || timing?.state !== 'timing' || subjectId !== timing.subjectId) return;
        if (state !== 'running') void this.load();
        else runInAction(() => (this.timing = { ...timing, progress }));
      },
      () => void (this.timing?.state === 'timing' && this.load()),
    );
    return () => {
      void stop();
      this.forget();
    };
  }

  /** Has the times of a text found out; what failed before is tried again. */
  async start(wanted: WantedText): Promise<void> {
    this.wanted = wanted;
    this.timing = { state: 'timing', progress: 0, error: null, subjectId: '', cues: [] };
    await this.load(true);
  }

  async stop(): Promise<void> {
    const subjectId = this.timing?.subjectId ?? '';
    this.forget();
    if (subjectId !== '') await this.http.call(stopWork, { body: { subjectId } });
  }

  forget(): void {
    this.wanted = null;
    this.timing = null;
  }

  private async load(again = false): Promise<void> {
    const { wanted } = this;
    if (wanted === null) return;
    const timing = await this.http
      .call(openTiming, { body: { ...wanted, again } }, { handlesErrors: true })
      .catch((error: unknown): Timing => {
        const said = error instanceof Error ? error.message : null;
        return { state: 'failed', progress: 0, error: said, subjectId: '', cues: [] };
      });
    if (this.wanted === wanted) runInAction(() => (this.timing = timing));
  }
}
