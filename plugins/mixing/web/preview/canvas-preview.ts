import { composeSound } from './compose-sound.ts';
import { createFramePainter, type FramePainter } from './frame-painter.ts';
import type { MaterialShelf } from './open-material.ts';
import type { PreviewComposition, PreviewEngine, PreviewState, RepeatedPart } from './preview-engine.ts';
import type { ShotReaders } from './shot-readers.ts';
import { createSoundPlayer } from './sound-player.ts';
import type { Timeline } from './timeline.ts';
import { whenSeen } from './when-seen.ts';

/** Pixels of the shorter side; previews are shown in at most this size. */
const MAX_SIDE = 540;

/** Times that a part is played over: nobody watches it for ever. */
const ROUNDS = 5;

/** Seconds after which the time is told although no picture comes. */
const UNTOLD = 0.1;

/** Draws and plays compositions on a canvas. */
export class CanvasPreview implements PreviewEngine {
  state: PreviewState = 'empty';
  time = 0;
  error: unknown = null;

  private readonly pen: CanvasRenderingContext2D;
  private readonly sound = createSoundPlayer();
  private readonly listeners = new Set<() => void>();
  private painter: FramePainter | null = null;
  private fps = 30;
  private loading: AbortController | null = null;
  /** Aborted when somebody stops before the first sound. */
  private starting: AbortController | null = null;
  /** The mixed sound of what is loaded; it need not be there for the picture to be seen. */
  private mixed: Promise<void> = Promise.resolve();
  /** One picture after the other: of several that are wanted meanwhile only the last is drawn. */
  private drawing: Promise<void> | null = null;
  private wanted: number | null = null;
  /** The current frame. */
  private drawn: number | null = null;
  private loop = 0;
  private repeated: (RepeatedPart & { left: number }) | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly shelf: MaterialShelf,
    private readonly readers: ShotReaders,
  ) {
    const pen = canvas.getContext('2d', { alpha: false });
    if (pen === null) throw new TypeError('the canvas has a context of another kind');
    this.pen = pen;
  }

  get isRepeating(): boolean {
    return this.repeated !== null;
  }

  get duration(): number {
    return this.painter === null ? 0 : this.painter.timeline.frames / this.fps;
  }

  async load(composition: PreviewComposition, at = 0): Promise<void> {
    this.halt();
    this.loading?.abort();
    const loading = new AbortController();
    this.loading = loading;
    const before = this.painter;
    const painter = createFramePainter(this.readers, composition);
    this.painter = painter;
    this.fps = composition.picture.fps;
    this.error = null;
    this.wanted = null;
    this.tell('loading', Math.min(at, this.duration));
    await this.drawing?.catch(() => undefined);
    before?.dispose();
    if (loading.signal.aborted) return;
    this.resize(composition.picture);
    try {
      await this.draw(this.frameAt(this.time));
    } catch (error) {
      if (!loading.signal.aborted) this.fail(error);
      return;
    }
    if (loading.signal.aborted) return;
    this.sound.setSound(null);
    this.mixed = this.mix(composition, painter.timeline, loading.signal);
    this.tell('ready', this.time);
  }

  async play(): Promise<void> {
    if (this.state !== 'ready') return;
    const start = new AbortController();
    this.starting = start;
    this.tell('loading', this.time >= this.duration - 1 / this.fps ? 0 : this.time);
    await this.mixed;
    if (start.signal.aborted) return;
    await this.sound.start(this.time);
    if (start.signal.aborted) {
      this.sound.stop();
      return;
    }
    this.starting = null;
    this.tell('playing', this.time);
    this.loop = requestAnimationFrame(this.step);
  }

  repeat(part: RepeatedPart): void {
    if (this.state !== 'ready' && this.state !== 'playing') return;
    this.halt();
    this.repeated = { ...part, left: ROUNDS };
    this.sound.startSilent(part.start);
    this.tell('playing', part.start);
    this.loop = requestAnimationFrame(this.step);
  }

  pause(): void {
    if (this.state !== 'playing' && this.starting === null) return;
    this.halt();
    this.tell('ready', this.time);
  }

  async seek(time: number): Promise<void> {
    if (this.painter === null || this.state === 'failed') return;
    const goesOn = (this.state === 'playing' && this.repeated === null) || this.starting !== null;
    const isLoading = this.state === 'loading' && this.starting === null;
    const to = Math.min(Math.max(0, time), this.duration);
    this.halt();
    this.tell(isLoading ? 'loading' : 'ready', to);
    try {
      await this.draw(this.frameAt(to));
    } catch (error) {
      this.fail(error);
      return;
    }
    // Another place may have been asked for meanwhile.
    if (goesOn && this.time === to) await this.play();
  }

  changed(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  dispose(): void {
    this.halt();
    this.loading?.abort();
    this.loading = null;
    this.painter?.dispose();
    this.painter = null;
    this.sound.dispose();
    this.listeners.clear();
  }

  private readonly step = (): void => {
    if (this.state !== 'playing') return;
    const now = this.sound.now();
    if (this.repeated !== null && now >= this.repeated.end) {
      this.nextRound(this.repeated);
      return;
    }
    if (now >= this.duration) {
      this.halt();
      this.tell('ready', this.duration);
      return;
    }
    const frame = this.frameAt(now);
    // Displays show most frames more than once.
    const isDue = this.drawing === null && frame !== this.drawn;
    // Whoever is told draws the page again, which costs as much as the picture: once for each, as long as they come.
    if (isDue || Math.abs(now - this.time) >= UNTOLD) this.tell('playing', now);
    if (isDue) void this.draw(frame).catch((error: unknown) => this.fail(error));
    this.loop = requestAnimationFrame(this.step);
  };

  private nextRound(part: RepeatedPart & { left: number }): void {
    part.left -= 1;
    if (part.left <= 0) {
      this.halt();
      void this.seek(part.rest);
      return;
    }
    this.sound.startSilent(part.start);
    this.loop = requestAnimationFrame(this.step);
  }

  private frameAt(time: number): number {
    return Math.floor(time * this.fps + 1e-6);
  }

  private async draw(frame: number): Promise<void> {
    this.wanted = frame;
    this.drawing ??= this.drawWanted().finally(() => {
      this.drawing = null;
    });
    await this.drawing;
  }

  private async drawWanted(): Promise<void> {
    while (this.wanted !== null && this.painter !== null) {
      const { wanted: frame, painter } = this;
      this.wanted = null;
      await painter.paint(this.pen, frame, this.state === 'playing');
      this.drawn = frame;
      if (this.state === 'playing') painter.lookAhead(frame);
      else void this.lookAheadSoon(painter, frame);
    }
  }

  /** The picture is seen before others are decoded. */
  private async lookAheadSoon(painter: FramePainter, frame: number): Promise<void> {
    await whenSeen();
    if (this.painter === painter && this.drawn === frame && this.drawing === null) painter.lookAhead(frame);
  }

  /** Sound that cannot be had is silence; the picture is what is looked at, and comes before. */
  private async mix(composition: PreviewComposition, timeline: Timeline, signal: AbortSignal): Promise<void> {
    await whenSeen();
    if (signal.aborted) return;
    const sound = await composeSound(this.shelf, composition, timeline, signal).catch(() => null);
    if (sound !== null && !signal.aborted) this.sound.setSound(sound);
  }

  private resize({ width, height }: PreviewComposition['picture']): void {
    const factor = Math.min(1, MAX_SIDE / Math.min(width, height));
    const [across, down] = [Math.round(width * factor), Math.round(height * factor)];
    // Setting a size clears the canvas, which would flash between two pictures.
    if (this.canvas.width !== across) this.canvas.width = across;
    if (this.canvas.height !== down) this.canvas.height = down;
  }

  private halt(): void {
    this.starting?.abort();
    this.starting = null;
    this.repeated = null;
    cancelAnimationFrame(this.loop);
    this.sound.stop();
  }

  private fail(error: unknown): void {
    this.halt();
    this.error = error;
    this.tell('failed', this.time);
  }

  private tell(state: PreviewState, time: number): void {
    this.state = state;
    this.time = time;
    for (const listener of this.listeners) listener();
  }
}
