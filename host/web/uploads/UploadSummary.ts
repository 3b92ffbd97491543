import { observableStore } from '#core/web/observable-store.ts';
import type { UploadItem, Uploads } from '#core/web/uploads/uploads.ts';

/** A summary of all uploads. */
export class UploadSummary {
  constructor(private readonly uploads: Pick<Uploads, 'items'>) {
    observableStore(this);
  }

  /** All uploads except the cancelled ones. */
  get counted(): readonly UploadItem[] {
    return this.uploads.items.filter(({ state }) => state !== 'cancelled');
  }

  /** All of them, those that need the user's attention first. */
  get inOrder(): readonly UploadItem[] {
    const { items } = this.uploads;
    const needing = items.filter(({ state }) => NEEDS.has(state));
    return needing.length === 0 ? items : [...needing, ...items.filter(({ state }) => !NEEDS.has(state))];
  }

  get total(): number {
    return this.counted.length;
  }

  get done(): number {
    return this.count('done');
  }

  get failed(): number {
    return this.count('failed');
  }

  /** How many failed and may be tried again. */
  get retryable(): number {
    return this.uploads.items.filter(({ state, isRefused }) => state === 'failed' && !isRefused).length;
  }

  /** How many wait for their file to be selected again. */
  get waiting(): number {
    return this.count('waiting');
  }

  /** How many are in progress, or will be without user action. */
  get moving(): number {
    return this.count('queued') + this.count('checking') + this.count('uploading');
  }

  get canPause(): boolean {
    return this.counted.some(({ state, isResumable }) => isResumable && MOVES.has(state));
  }

  get canResume(): boolean {
    return this.counted.some(({ state }) => state === 'paused');
  }

  get canClear(): boolean {
    return this.uploads.items.some(({ state, isRefused }) => state === 'done' || state === 'cancelled' || isRefused);
  }

  /** By bytes, from 0 to 1; failed uploads count as complete. */
  get progress(): number {
    let all = 0;
    let sent = 0;
    for (const { size, state, progress } of this.counted) {
      all += size;
      sent += state === 'failed' ? size : size * progress;
    }
    return all === 0 ? 1 : sent / all;
  }

  /** Total bytes per second of all running uploads; null until any of them is known. */
  get speed(): number | null {
    const known = this.counted.flatMap(({ speed }) => (speed === null ? [] : [speed]));
    return known.length === 0 ? null : known.reduce((sum, speed) => sum + speed, 0);
  }

  /** Until everything in progress has arrived. */
  get secondsLeft(): number | null {
    const { speed } = this;
    if (speed === null || speed <= 0) return null;
    const left = this.counted
      .filter(({ state }) => MOVES.has(state))
      .reduce((sum, { size, progress }) => sum + size * (1 - progress), 0);
    return left / speed;
  }

  /** Resumes every waiting upload for which there is a file with its name and size. */
  giveFiles(files: readonly File[]): void {
    const waiting = this.uploads.items.filter(({ state }) => state === 'waiting');
    for (const file of files) {
      const at = waiting.findIndex(({ name, size }) => name === file.name && size === file.size);
      const [item] = at < 0 ? [] : waiting.splice(at, 1);
      item?.resume(file);
    }
  }

  private count(wanted: UploadItem['state']): number {
    return this.uploads.items.reduce((sum, { state }) => (state === wanted ? sum + 1 : sum), 0);
  }
}

const NEEDS = new Set<UploadItem['state']>(['failed', 'waiting']);
const MOVES = new Set<UploadItem['state']>(['queued', 'checking', 'uploading']);
