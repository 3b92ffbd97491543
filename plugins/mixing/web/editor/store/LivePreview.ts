import { observableStore } from '#core/web/observable-store.ts';
import { canPreview } from '#plugins/mixing/web/preview/can-preview.ts';
import type { PreviewDeaths } from '#plugins/mixing/web/preview/preview-deaths.ts';
import { UndecodablePicture } from '#plugins/mixing/web/preview/undecodable-picture.ts';
import type {
  PreviewComposition,
  PreviewEngine,
  PreviewState,
  PreviewStudio,
  RepeatedPart,
} from '#plugins/mixing/web/preview/preview-engine.ts';
import { MarkedStudio } from './MarkedStudio.ts';

/** Milliseconds after the last change at which it is drawn. */
const DRAW_AFTER = 80;

const loadStudio = async (): Promise<PreviewStudio> =>
  (await import('#plugins/mixing/web/preview/create-preview-studio.ts')).createPreviewStudio();

/** The browser's own preview, on the canvas that the page has just now. Observable. */
export class LivePreview {
  state: PreviewState = 'empty';
  time = 0;
  duration = 0;
  /** Why this browser cannot show it; null while it can. */
  failure: unknown = null;
  /** A page of this browser died while it showed a preview: none is begun until somebody asks for it. */
  hasDied = false;
  /** False where the browser has nothing to decode with. */
  readonly isPossible: boolean;

  private readonly studio: MarkedStudio;
  private isPrepared = false;
  private engine: PreviewEngine | null = null;
  private composition: PreviewComposition | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private attached: HTMLCanvasElement | null = null;
  /** It was to play while something was still being opened. */
  private isToPlay = false;
  /** What is worked on, and so repeated; null for nothing. */
  private focus: { key: string; repeated: RepeatedPart } | null = null;
  /** The user has stopped or left what is repeated. */
  private isHeld = false;

  constructor(
    private readonly deaths: PreviewDeaths,
    load: () => Promise<PreviewStudio> = loadStudio,
    isPossible = canPreview(),
  ) {
    this.isPossible = isPossible;
    this.studio = new MarkedStudio(deaths, load);
    // Fetched while the project is read; what goes wrong shows once there is a canvas.
    if (isPossible) this.studio.load().catch(() => undefined);
    observableStore(this);
  }

  /** Whether a clip could not be decoded, which another try does not change; otherwise it could not be read. */
  get isUndecodable(): boolean {
    return this.failure instanceof UndecodablePicture;
  }

  /** Whether this browser shows it, as far as that can be said before it has. */
  get isShown(): boolean {
    return this.isPossible && !this.hasDied && this.failure === null;
  }

  get isPlaying(): boolean {
    return this.state === 'playing';
  }

  /** Draws on a canvas from now on. @returns lets go of it */
  attach(canvas: HTMLCanvasElement): () => void {
    if (!this.isPossible) return () => undefined;
    this.attached = canvas;
    void this.begin(canvas);
    return () => {
      if (this.attached !== canvas) return;
      this.attached = null;
      this.detach();
    };
  }

  /** Shows a composition; a playing one continues from its position. */
  show(composition: PreviewComposition | null, fromStart: boolean): void {
    this.composition = composition;
    this.prepare();
    if (fromStart) this.time = 0;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        void this.draw();
      },
      fromStart ? 0 : DRAW_AFTER,
    );
  }

  /** Repeats a part of what is shown from now on, whenever that changes, too; null for no part. */
  follow(focus: { key: string; repeated: RepeatedPart } | null): void {
    if (focus?.key !== this.focus?.key) this.isHeld = false;
    this.focus = focus;
    // What is about to be drawn is repeated then.
    if (this.timer !== undefined) return;
    if (focus !== null) this.repeat();
    else if (this.engine?.isRepeating === true) this.engine.pause();
  }

  /** What is worked on is repeated again, although the user stopped it. */
  release(): void {
    this.isHeld = false;
  }

  /** Repeats once more what is worked on. */
  again(): void {
    this.release();
    this.repeat();
  }

  async toggle(): Promise<void> {
    this.isHeld = true;
    if (this.isPlaying || this.isToPlay) {
      this.pause();
      return;
    }
    this.isToPlay = true;
    await this.engine?.play();
  }

  /** Tries again what could not be shown. */
  retry(): void {
    const { attached } = this;
    if (!this.hasDied) void this.draw();
    else {
      this.hasDied = false;
      this.deaths.forget();
      if (attached !== null) void this.begin(attached);
    }
  }

  pause(): void {
    this.isToPlay = false;
    this.engine?.pause();
  }

  async seek(time: number): Promise<void> {
    this.isHeld = true;
    await this.engine?.seek(time);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.detach();
  }

  private async begin(canvas: HTMLCanvasElement): Promise<void> {
    try {
      const studio = await this.studio.enter();
      if (this.attached !== canvas || studio === 'left') return;
      if (studio === 'died') {
        this.giveUp();
        return;
      }
      const engine = studio.engineOn(canvas);
      engine.changed(this.hear);
      this.engine = engine;
      await this.draw();
    } catch (error) {
      this.fail(error);
    }
  }

  private detach(): void {
    this.isToPlay = false;
    this.engine?.dispose();
    this.engine = null;
    this.studio.leave();
    this.state = 'empty';
  }

  /** Has the first picture of all decoded while the page is still being drawn; a canvas asks for later ones. */
  private prepare(): void {
    const { composition } = this;
    if (composition === null || this.isPrepared || !this.isPossible || this.hasDied) return;
    this.isPrepared = true;
    this.studio
      .enter()
      .then((studio) => {
        if (this.engine === null && typeof studio !== 'string') studio.prepare(composition);
      })
      .catch(() => undefined);
  }

  private async draw(): Promise<void> {
    const { engine, composition, time, focus } = this;
    if (engine === null || composition === null) return;
    if (engine.state === 'playing' && !engine.isRepeating) this.isToPlay = true;
    this.fail(null);
    const isFollowed = focus !== null && !this.isHeld && !this.isToPlay;
    await engine.load(composition, isFollowed ? focus.repeated.rest : time);
    if (this.composition !== composition || this.engine !== engine) return;
    if (this.isToPlay) await engine.play();
    else this.repeat();
  }

  private repeat(): void {
    const { engine, focus } = this;
    if (engine === null || focus === null || this.isHeld || this.isToPlay) return;
    // What plays with sound was started by the user.
    if (engine.state === 'playing' && !engine.isRepeating) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) void engine.seek(focus.repeated.rest);
    else engine.repeat(focus.repeated);
  }

  private hear(): void {
    const { engine } = this;
    if (engine === null) return;
    this.state = engine.state;
    this.time = engine.time;
    this.duration = engine.duration;
    if (engine.state === 'playing' || engine.state === 'failed') this.isToPlay = false;
    if (engine.state === 'failed') this.failure = engine.error;
  }

  private giveUp(): void {
    this.hasDied = true;
  }

  private fail(error: unknown): void {
    this.failure = error;
  }
}
