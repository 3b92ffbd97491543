import { observableStore } from '#core/web/observable-store.ts';
/**
 * Counts whole seconds down to nought. The end is a time of day: whoever pauses the ticking and comes back
 * later sees what is really left.
 */
export class Countdown {
  left = 0;
  private endsAt = 0;
  private timer: ReturnType<typeof setInterval> | null = null;

  constructor() {
    observableStore(this);
  }

  start(seconds: number): void {
    this.endsAt = Date.now() + seconds * 1000;
    this.resume();
  }

  /** Ticks again, if there is anything left. */
  resume(): void {
    this.pause();
    this.tick();
    if (this.left > 0) {
      this.timer = setInterval(this.tick, 1000);
    }
  }

  pause(): void {
    if (this.timer !== null) {
      clearInterval(this.timer);
      this.timer = null;
    }
  }

  private tick(): void {
    this.left = Math.max(0, Math.ceil((this.endsAt - Date.now()) / 1000));
    if (this.left === 0) {
      this.pause();
    }
  }
}
