import { observableStore, type EventData, type Http } from '@reelport/core';

import type { paletteProgress } from '../events.ts';
import { readTask } from './workbench-calls.ts';

/** The task that takes the colours of one kit from a picture. */
export class Palette {
  /** 0 to 1. */
  progress = 0;
  /** Why it did not work, as a sentence. */
  problem: string | null = null;
  isEnded = false;

  constructor(
    readonly taskId: string,
    readonly kitId: string,
    private readonly http: Http,
  ) {
    observableStore(this);
  }

  /** Takes what the server half tells. */
  hear({ taskId, progress }: EventData<typeof paletteProgress>): void {
    if (taskId === this.taskId) this.progress = Math.max(this.progress, progress);
  }

  /** Asks how it stands: once the kits are other ones it may have ended. */
  async read(): Promise<void> {
    if (this.isEnded) return;
    try {
      this.take(await this.http.call(readTask, { params: { id: this.taskId } }, { handlesErrors: true }));
    } catch {
      // The list of tasks in the top bar tells it all the same.
      this.end(null);
    }
  }

  private take({
    state,
    progress,
    error,
  }: {
    state: string;
    progress: number;
    error: { message: string } | null;
  }): void {
    this.progress = Math.max(this.progress, progress);
    if (['succeeded', 'failed', 'cancelled'].includes(state)) this.end(error?.message ?? null);
  }

  private end(problem: string | null): void {
    this.isEnded = true;
    this.problem = problem;
  }
}
