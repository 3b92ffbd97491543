import { observableStore, type EventData, type Http } from '@reelport/core';
import { readTask } from '@reelport/core/contract';

import type { paletteProgress } from '../events.ts';

/** The task that extracts one kit's colours from a picture. */
export class Palette {
  /** 0 to 1. */
  progress = 0;
  /** Why it failed, as a sentence. */
  problem: string | null = null;
  isEnded = false;

  constructor(
    readonly taskId: string,
    readonly kitId: string,
    private readonly http: Http,
  ) {
    observableStore(this);
  }

  /** Handles a progress event of the server half. */
  hear({ taskId, progress }: EventData<typeof paletteProgress>): void {
    if (taskId === this.taskId) this.progress = Math.max(this.progress, progress);
  }

  /** Asks for its state: after a change of the kits it may have ended. */
  async read(): Promise<void> {
    if (this.isEnded) return;
    try {
      this.take(await this.http.call(readTask, { params: { id: this.taskId } }, { handlesErrors: true }));
    } catch {
      // The task list in the top bar shows it anyway.
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
