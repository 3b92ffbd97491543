import { observableStore } from '#core/web/observable-store.ts';
/** Apart by more than this, the second video is put where the first is: two frames. */
const MAX_APART = 0.07;
const FRAME = 1 / 30;

/** Two videos that play in sync; the longer one is the clock. Observable. */
export class SyncedPlayback {
  isPlaying = false;
  /** Seconds of the leader. */
  time = 0;
  length = 0;
  private videos: readonly [HTMLVideoElement | null, HTMLVideoElement | null] = [null, null];
  private frame: number | undefined;

  constructor() {
    observableStore(this);
  }

  /** Takes an element into it, or lets go of it. */
  attach(side: 0 | 1, video: HTMLVideoElement | null): void {
    this.videos = side === 0 ? [video, this.videos[1]] : [this.videos[0], video];
    this.measure();
  }

  /** The durations are known, or another video was inserted. */
  measure(): void {
    this.length = Math.max(0, ...this.both.map(({ duration }) => (Number.isFinite(duration) ? duration : 0)));
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else void this.play();
  }

  async play(): Promise<void> {
    const { leader } = this;
    if (leader === undefined) return;
    if (leader.ended || leader.currentTime >= this.length - FRAME) this.seek(0);
    this.setPlaying(true);
    await Promise.allSettled(this.both.map((video) => video.play()));
    if (this.both.every(({ paused }) => paused)) this.pause();
    else this.follow();
  }

  pause(): void {
    this.setPlaying(false);
    for (const video of this.both) video.pause();
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.frame = undefined;
    this.align(0.001);
  }

  seek(time: number): void {
    const place = Math.max(0, Math.min(time, this.length));
    for (const video of this.both) {
      if (Number.isFinite(video.duration)) video.currentTime = Math.min(place, video.duration);
    }
    this.time = place;
  }

  /** Steps by this many frames while paused. */
  step(frames: number): void {
    this.pause();
    this.seek(this.time + frames * FRAME);
  }

  dispose(): void {
    this.pause();
    this.videos = [null, null];
  }

  private get both(): readonly HTMLVideoElement[] {
    return this.videos.filter((video) => video !== null);
  }

  private get leader(): HTMLVideoElement | undefined {
    const [first, second] = this.both;
    return second !== undefined && second.duration > (first?.duration ?? 0) ? second : first;
  }

  private follow(): void {
    const { leader } = this;
    if (!this.isPlaying || leader === undefined) return;
    this.setTime(leader.currentTime);
    this.align(MAX_APART);
    if (leader.ended) this.pause();
    else this.frame = requestAnimationFrame(this.follow);
  }

  private align(apart: number): void {
    const { leader } = this;
    if (leader === undefined) return;
    for (const video of this.both) {
      const isApart = Math.abs(video.currentTime - leader.currentTime) > apart;
      const isOver = leader.currentTime > video.duration;
      if (video !== leader && isApart && !isOver && !video.seeking) video.currentTime = leader.currentTime;
    }
  }

  private setPlaying(isPlaying: boolean): void {
    this.isPlaying = isPlaying;
  }

  private setTime(time: number): void {
    this.time = time;
  }
}
