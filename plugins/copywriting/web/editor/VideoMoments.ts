import { runInAction } from 'mobx';

import { taskChanged } from '#core/contract/kernel-events.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { FIND_MOMENTS, momentsOf, openMoments, type Moments } from '#plugins/copywriting/calls.ts';

const NONE: Moments = { state: 'finding', progress: 0, error: null, speech: [], shots: [] };

/** Where somebody speaks in the video that is open, and where its shots begin. Observable. */
export class VideoMoments {
  moments: Moments = NONE;
  private id: string | null = null;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
  ) {
    observableStore(this);
  }

  get state(): Moments['state'] {
    return this.moments.state;
  }

  get error(): string | null {
    return this.moments.error;
  }

  /** Finds the moments of a video, and follows the work for it. @returns stops following */
  open(id: string): () => void {
    this.id = id;
    this.moments = NONE;
    void this.load();
    const stop = this.events.on(
      taskChanged,
      ({ job, subjectId, state, progress }) => {
        if (job !== FIND_MOMENTS || subjectId !== momentsOf(id) || this.state !== 'finding') return;
        if (state !== 'running') void this.load();
        else runInAction(() => (this.moments = { ...NONE, progress }));
      },
      () => void this.load(),
    );
    return () => void stop();
  }

  retry(): void {
    this.moments = NONE;
    void this.load(true);
  }

  /** What cannot be found keeps nobody from editing. */
  private async load(again = false): Promise<void> {
    const { id } = this;
    if (id === null) return;
    const moments = await this.http
      .call(openMoments, { body: { id, again } }, { handlesErrors: true })
      .catch((error: unknown): Moments => ({
        ...NONE,
        state: 'failed',
        error: error instanceof Error ? error.message : null,
      }));
    if (this.id === id) runInAction(() => (this.moments = moments));
  }
}
