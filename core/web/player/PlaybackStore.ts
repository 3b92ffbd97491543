import { observable } from 'mobx';

import { observableStore } from '../observable-store.ts';

import type { PlayerInput } from './player-input.ts';
import type { PlayerOptions } from './player.ts';

/**
 * State of the player; `virtual-playing`: it should play, but the picture stands still, for example while a clip is
 * loading.
 */
export type PlaybackState = 'loading' | 'playing' | 'paused' | 'virtual-playing';

/** The part of a `<video>` or `<audio>` element that is used. */
export type MediaElement = Pick<
  HTMLMediaElement,
  'currentTime' | 'duration' | 'playbackRate' | 'muted' | 'paused' | 'ended' | 'play' | 'pause' | 'load'
>;

/** An arrow key moves by this fraction of the whole. */
const STEPS = 20;
/** Milliseconds until playback resumes after an arrow key. */
const RESUME_AFTER = 200;
/** Milliseconds from the video's metadata to its picture. */
const LOADING_HIDES_AFTER = 200;
/** How many seconds screens and sound may drift apart. */
const MAX_DRIFT = 0.15;

/** Plays one video, several in sequence, or several side by side, as one. Observable. */
export class PlaybackStore {
  readonly input: PlayerInput;
  readonly rate: number;
  /** Position in the whole, in seconds. */
  time = 0;
  /** Index of the clip of a sequence that is shown. */
  current = 0;
  /** Index of the video that failed to play. */
  failed: number | null = null;
  /** The file exists, but the browser cannot play it. */
  isMalformed = false;
  isMuted = false;

  private readonly divides: boolean;
  private readonly durations = observable.map<number, number>([], { deep: false });
  private readonly screens = new Map<number, MediaElement>();
  private sound: MediaElement | null = null;
  private isLoading = true;
  private isWanted = false;
  private isMoving = false;
  private hasEnded = false;
  private readonly timers = new Map<'loading' | 'resume', ReturnType<typeof setTimeout>>();

  /** @param isThere whether an address serves a file; browsers do not say so for a video that fails */
  constructor(
    input: PlayerInput,
    options: PlayerOptions = {},
    private readonly isThere: (url: string) => Promise<boolean> = answersFile,
  ) {
    const { playbackRate = 1, needCalcVideoDuration = false } = options;
    this.input = input;
    this.rate = playbackRate > 0 ? playbackRate : 1;
    this.divides = needCalcVideoDuration;
    input.items.forEach(({ duration }, index) => {
      if (duration !== undefined) this.durations.set(index, duration);
    });
    observableStore(this);
  }

  get state(): PlaybackState {
    if (this.isLoading) return 'loading';
    if (!this.isWanted) return 'paused';
    return this.isMoving ? 'playing' : 'virtual-playing';
  }

  /** Length of the whole in seconds; parallel screens end with the shortest. 0 until known. */
  get duration(): number {
    const all = this.input.items.map((_, index) => this.durations.get(index));
    if (all.some((duration) => duration === undefined)) return 0;
    const known = all.map((duration) => duration ?? 0);
    return this.input.mode === 'parallel' ? Math.min(...known) : known.reduce((sum, each) => sum + each, 0);
  }

  /** The seconds to display: real time, when the playback rate is to be taken into account. */
  get shown(): { time: number; duration: number } {
    const by = this.divides ? this.rate : 1;
    return { time: this.time / by, duration: this.duration / by };
  }

  attach(index: number, element: MediaElement | null): void {
    if (element === null) this.screens.delete(index);
    else this.screens.set(index, element);
  }

  attachSound(element: MediaElement | null): void {
    this.sound = element;
  }

  heardFacts(index: number): void {
    const screen = this.screens.get(index);
    if (screen === undefined) return;
    screen.playbackRate = this.rate;
    const known = this.input.items[index]?.duration;
    if (known === undefined && Number.isFinite(screen.duration)) this.durations.set(index, screen.duration);
    if (!this.isLoading || this.duration === 0) return;
    this.later('loading', LOADING_HIDES_AFTER, () => {
      this.isLoading = false;
    });
  }

  heardTime(index: number): void {
    const screen = this.screens.get(index);
    if (screen === undefined || !this.isLeading(index) || this.hasEnded) return;
    this.time = Math.min(this.duration, this.startOf(index) + screen.currentTime);
    this.align();
    if (this.input.mode === 'parallel' && this.time >= this.duration) this.end();
  }

  heardMoving(index: number, isMoving: boolean): void {
    if (this.isLeading(index)) this.isMoving = isMoving;
  }

  /**
   * A screen started or paused, perhaps from outside: by a media key, in picture in picture. The event comes late, so
   * what the screen does by then counts.
   */
  heardPlayOrPause(index: number): void {
    const screen = this.screens.get(index);
    if (screen === undefined || !this.isLeading(index) || screen.ended || screen.paused !== this.isWanted) return;
    if (screen.paused) this.pause();
    else this.play();
  }

  heardEnd(index: number): void {
    if (!this.isLeading(index)) return;
    const isLast = index === this.input.items.length - 1;
    if (this.input.mode !== 'sequence' || isLast) this.end();
    else this.show(index + 1, 0);
  }

  heardFault(index: number): void {
    this.failed = index;
    this.isMalformed = false;
    this.isLoading = false;
    this.pause();
    void this.findCause(index);
  }

  /** Loads again what failed. */
  retry(): void {
    this.failed = null;
    this.isMalformed = false;
    this.isLoading = true;
    for (const screen of this.screens.values()) screen.load();
  }

  toggle(): void {
    if (this.isWanted) this.pause();
    else this.play();
  }

  play(): void {
    if (this.failed !== null || this.isLoading) return;
    if (this.hasEnded) this.seek(0);
    this.isWanted = true;
    for (const element of this.playing()) void element.play().catch(this.refused);
  }

  pause(): void {
    this.isWanted = false;
    this.isMoving = false;
    this.clear('resume');
    for (const element of [...this.screens.values(), ...(this.sound === null ? [] : [this.sound])]) element.pause();
  }

  seek(time: number): void {
    this.hasEnded = false;
    this.time = Math.min(Math.max(0, time), this.duration);
    if (this.input.mode === 'sequence') {
      const index = this.clipAt(this.time);
      this.show(index, this.time - this.startOf(index));
    } else {
      for (const screen of this.screens.values()) screen.currentTime = this.time;
    }
    if (this.sound !== null) this.sound.currentTime = this.time;
  }

  /** Moves by a twentieth of the whole, and resumes if it was playing. */
  step(direction: 1 | -1): void {
    const goesOn = this.isWanted || this.timers.has('resume');
    this.pause();
    this.seek(this.time + (direction * this.duration) / STEPS);
    if (goesOn) this.later('resume', RESUME_AFTER, this.play);
  }

  setMuted(isMuted: boolean): void {
    this.isMuted = isMuted;
  }

  dispose(): void {
    this.pause();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private async findCause(index: number): Promise<void> {
    const url = this.input.items[index]?.url ?? '';
    const isThere = await this.isThere(url);
    if (isThere && this.failed === index) this.setMalformed();
  }

  private setMalformed(): void {
    this.isMalformed = true;
  }

  private isLeading(index: number): boolean {
    return this.input.mode === 'sequence' ? index === this.current : index === 0;
  }

  private startOf(index: number): number {
    if (this.input.mode !== 'sequence') return 0;
    return this.input.items.slice(0, index).reduce((sum, _, at) => sum + (this.durations.get(at) ?? 0), 0);
  }

  private clipAt(time: number): number {
    const last = this.input.items.length - 1;
    const found = this.input.items.findIndex((_, index) => time < this.startOf(index + 1));
    return found === -1 ? last : found;
  }

  private show(index: number, at: number): void {
    if (index !== this.current) this.screens.get(this.current)?.pause();
    this.current = index;
    const screen = this.screens.get(index);
    if (screen === undefined) return;
    screen.currentTime = at;
    screen.playbackRate = this.rate;
    if (this.isWanted) void screen.play().catch(this.refused);
  }

  /** All elements that play at the moment. */
  private playing(): MediaElement[] {
    const screens =
      this.input.mode === 'sequence'
        ? [this.screens.get(this.current)].filter((screen) => screen !== undefined)
        : [...this.screens.values()];
    return this.sound === null ? screens : [...screens, this.sound];
  }

  /** Brings screens and sound that have drifted apart back in sync. */
  private align(): void {
    const others = this.input.mode === 'parallel' ? [...this.screens.values()].slice(1) : [this.sound];
    for (const other of others) {
      if (other === null) continue;
      if (Math.abs(other.currentTime - this.time) > MAX_DRIFT) other.currentTime = this.time;
    }
  }

  private end(): void {
    this.pause();
    this.time = this.duration;
    this.hasEnded = true;
  }

  /** The browser refused to play, for example without a user gesture. */
  private refused(): void {
    this.isWanted = false;
    this.isMoving = false;
  }

  private later(name: 'loading' | 'resume', milliseconds: number, then: () => void): void {
    this.clear(name);
    this.timers.set(
      name,
      setTimeout(() => {
        this.timers.delete(name);
        this.runLater(then);
      }, milliseconds),
    );
  }

  private runLater(then: () => void): void {
    then();
  }

  private clear(name: 'loading' | 'resume'): void {
    clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }
}

/** Requests the first byte of a file. A file that the page may not request counts as missing. */
async function answersFile(url: string): Promise<boolean> {
  const hangUp = new AbortController();
  try {
    return (await fetch(url, { headers: { range: 'bytes=0-0' }, signal: hangUp.signal })).ok;
  } catch {
    return false;
  } finally {
    hangUp.abort();
  }
}
