import { observableStore } from '#core/web/observable-store.ts';
import { constantGrid, frameAt, frameMiddle, frameStart, lastFrame, type FrameGrid } from '../frames/frame-grid.ts';
import { shuttle } from './shuttle.ts';
import { wholeRange, withIn, withOut, type TimeRange } from './range.ts';

/** Codes of a `MediaError` where a file is there: it cannot be decoded, or is of no kind that the browser plays. */
const UNDECODED: ReadonlySet<number | undefined> = new Set([3, 4]);

/** What is known of a video before it is played. */
export interface StudioPlaybackOptions {
  /** When the video shows its frames; 30 in a second until it is known. */
  frames?: FrameGrid;
  /** Its seconds, as far as they are known before its file tells. */
  seconds?: number;
}

/** What was done last, to be read to whoever does not see it. */
export interface PlaybackNote {
  kind: 'at' | 'in' | 'out' | 'whole';
  seconds: number;
}

/**
 * Plays one video to the frame: steps, plays both ways at several speeds, has an in and an out, and repeats what is
 * between them. Observable. Give it to `StudioPlayer`, `PlayerScreen` and `LivePreview`.
 */
export class StudioPlayback {
  grid: FrameGrid;
  /** Seconds: where the shown frame begins. */
  time = 0;
  /** 0 until it is known. */
  duration = 0;
  /** 0 stands still, 1 is as recorded, backwards is negative. */
  speed = 0;
  /** Between in and out; null is the whole video. */
  range: TimeRange | null = null;
  /** Repeats the range. A busy browser shows a few frames after its end before it hears that it came there. */
  isLoop = false;
  isMuted = false;
  /** The file is gone, or this browser cannot play it. */
  hasFailed = false;
  /** This browser cannot decode its picture, such as H.265: it has times, and its sound if there is one. */
  isPictureless = false;
  note: PlaybackNote | null = null;

  #video: HTMLVideoElement | null = null;
  /** Where it is to be put as soon as it has arrived at the place before. */
  #next: number | null = null;
  #unwatch: (() => void) | undefined;
  #backwards: number | undefined;
  /** Its file was read, so that what fails is the decoding. */
  #isRead = false;
  readonly #painters = new Set<(video: HTMLVideoElement) => void>();

  constructor({ frames, seconds = 0 }: StudioPlaybackOptions = {}) {
    this.grid = frames ?? constantGrid(30);
    this.duration = seconds;
    observableStore(this);
  }

  /** The stretch that is played and can be cut out. */
  get stretch(): TimeRange {
    return this.range ?? wholeRange(this.duration);
  }

  get frame(): number {
    return frameAt(this.grid, this.time);
  }

  get isPlaying(): boolean {
    return this.speed !== 0;
  }

  setGrid(grid: FrameGrid): void {
    this.grid = grid;
  }

  /** Takes the grid that was read from the file. */
  heardGrid(grid: FrameGrid): void {
    this.setGrid(grid);
    this.#isRead = true;
    if (this.hasFailed) this.heardFault();
  }

  /** Takes the element that shows it, or lets go of it. */
  attach(video: HTMLVideoElement | null): void {
    this.#stopWatching();
    this.#video = video;
    this.#next = null;
    this.speed = 0;
    if (video === null) return;
    if (video.error !== null) this.heardFault();
    // One that takes the place of another goes on where that was.
    if (this.time > 0) this.#putAtFrame(this.frame);
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) this.heardFacts();
    this.#watch(video);
  }

  /** Calls a painter for every frame that the browser shows, and once now. @returns stops that */
  onFrame(painter: (video: HTMLVideoElement) => void): () => void {
    this.#painters.add(painter);
    if (this.#video !== null && this.#video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) painter(this.#video);
    return () => void this.#painters.delete(painter);
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play(1);
  }

  play(speed: number): void {
    const video = this.#video;
    if (video === null || this.hasFailed) return;
    const { start, end } = this.stretch;
    const isAtEnd =
      frameAt(this.grid, this.time) >= Math.min(frameAt(this.grid, end - 0.001), lastFrame(this.grid, this.duration));
    if (speed > 0 && isAtEnd) this.#putAtFrame(frameAt(this.grid, start));
    this.speed = speed;
    cancelAnimationFrame(this.#backwards ?? 0);
    if (speed < 0) {
      video.pause();
      this.#goBack(performance.now());
      return;
    }
    video.playbackRate = speed;
    // Refused where the browser plays nothing unasked.
    void video.play().catch(() => this.pause());
  }

  pause(): void {
    this.speed = 0;
    cancelAnimationFrame(this.#backwards ?? 0);
    this.#video?.pause();
  }

  /** Hears J, K or L. */
  shuttle(key: 'j' | 'k' | 'l'): void {
    const speed = shuttle(this.speed, key);
    if (speed === 0) this.pause();
    else this.play(speed);
  }

  /** Shows the frame that many frames further on. */
  step(frames: number): void {
    this.pause();
    this.#showFrame(this.frame + frames);
    this.note = { kind: 'at', seconds: this.time };
  }

  /** Shows the frame of a time. */
  seek(seconds: number): void {
    this.#showFrame(frameAt(this.grid, Math.max(0, Math.min(seconds, this.duration))));
  }

  /** Begins the range with the shown frame. */
  markIn(): void {
    this.setRange(withIn(this.stretch, this.time, this.grid, this.duration));
    this.note = { kind: 'in', seconds: this.stretch.start };
  }

  /** Ends the range with the shown frame. */
  markOut(): void {
    this.setRange(withOut(this.stretch, this.time, this.grid, this.duration));
    this.note = { kind: 'out', seconds: this.stretch.end };
  }

  setRange(range: TimeRange | null): void {
    this.range = range;
    if (range === null) this.note = { kind: 'whole', seconds: this.duration };
  }

  setLoop(isLoop: boolean): void {
    this.isLoop = isLoop;
  }

  setMuted(isMuted: boolean): void {
    this.isMuted = isMuted;
  }

  /** Loads the video once more. */
  retry(): void {
    this.hasFailed = false;
    this.#video?.load();
  }

  /** The element knows how long the video is. */
  heardFacts(): void {
    const video = this.#video;
    // A file that is loaded anew ends what was on its way in the one before, without a word.
    this.#next = null;
    this.setDuration(video?.duration ?? 0);
    this.hasFailed = false;
    this.isPictureless = video?.videoWidth === 0;
    // What shows no frames tells of none.
    if (video !== null && this.isPictureless) this.#watch(video);
  }

  /** @param seconds of the video; streams have no length, which counts as unknown */
  setDuration(seconds: number): void {
    this.duration = Number.isFinite(seconds) ? seconds : 0;
  }

  heardFault(): void {
    this.isPictureless = this.#isRead && UNDECODED.has(this.#video?.error?.code);
    this.hasFailed = !this.isPictureless;
    this.pause();
  }

  /** The element came to its end. */
  heardEnd(): void {
    if (this.speed <= 0) return;
    if (this.isLoop) this.play(this.speed);
    else this.pause();
  }

  /** The element arrived where it was put. */
  heardSeeked(): void {
    const next = this.#next;
    this.#next = null;
    if (next !== null && this.#video !== null) this.#video.currentTime = next;
    else this.#paint();
  }

  /** For elements that are shown no more. */
  dispose(): void {
    this.pause();
    this.#stopWatching();
  }

  #showFrame(wanted: number): void {
    const frame = Math.max(0, Math.min(wanted, lastFrame(this.grid, this.duration)));
    this.#putAtFrame(frame);
    this.time = frameStart(this.grid, frame);
  }

  #putAtFrame(frame: number): void {
    this.#put(frameMiddle(this.grid, frame));
  }

  /** Puts the element at a time; while it is on its way to another, only the last wish counts. */
  #put(seconds: number): void {
    const video = this.#video;
    if (video === null) return;
    // Between arriving and hearing of it, an older wish may still wait: the newer one takes its place.
    if (video.seeking || this.#next !== null) this.#next = seconds;
    else video.currentTime = seconds;
  }

  /** A frame was shown. @param seconds where the browser says that it begins */
  private heardFrame(seconds: number): void {
    this.#paint();
    const video = this.#video;
    if (video === null || this.speed <= 0 || video.seeking) return;
    this.time = frameStart(this.grid, frameAt(this.grid, seconds));
    const { start, end } = this.stretch;
    const isLast = frameStart(this.grid, this.frame + 1) >= end - 1e-4;
    // Only from within the range: whoever plays what is behind it wants to see that.
    const isWithin = this.time < end;
    if (this.isLoop && this.range !== null && isLast && isWithin) this.#putAtFrame(frameAt(this.grid, start));
  }

  #paint(): void {
    if (this.#video === null) return;
    for (const painter of this.#painters) painter(this.#video);
  }

  #watch(video: HTMLVideoElement): void {
    this.#stopWatching();
    // Firefox before 132 tells of no frames, and nobody does where none are shown.
    if ('requestVideoFrameCallback' in video && !this.isPictureless) {
      let callback: number;
      const next = (): void => {
        callback = video.requestVideoFrameCallback((_, { mediaTime }) => {
          this.heardFrame(mediaTime);
          next();
        });
      };
      next();
      this.#unwatch = () => video.cancelVideoFrameCallback(callback);
    } else {
      let callback: number;
      const look = (): void => {
        this.heardFrame(video.currentTime);
        callback = requestAnimationFrame(look);
      };
      look();
      this.#unwatch = () => cancelAnimationFrame(callback);
    }
  }

  #stopWatching(): void {
    cancelAnimationFrame(this.#backwards ?? 0);
    this.#unwatch?.();
    this.#unwatch = undefined;
  }

  /** No browser plays backwards: frame after frame is shown, as many as it manages. */
  #goBack(since: number, from = this.time): void {
    this.#backwards = requestAnimationFrame((now) => {
      if (this.speed >= 0) return;
      const { start, end } = this.stretch;
      const low = from >= start ? start : 0;
      const seconds = from + (this.speed * (now - since)) / 1000;
      if (seconds > low) {
        if (this.#video?.seeking === false) this.seek(seconds);
        this.#goBack(since, from);
      } else if (this.isLoop) {
        this.seek(end);
        this.#goBack(now, end);
      } else {
        this.seek(low);
        this.pause();
      }
    });
  }
}
