import { HttpFailure, type Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { readCaptcha, verifyCaptcha } from '#plugins/account/calls.ts';
import { CAPTCHA, captchaReach, captchaScale } from './captcha-measures.ts';
import { Trail } from './Trail.ts';

export type CaptchaState = 'normal' | 'moving' | 'success' | 'error';

interface Puzzle {
  bg: string;
  front: string;
  token: string;
}

/**
 * One slider puzzle, from its first picture to the proof that it was solved. The slider's place is in CSS
 * pixels; what the server is told is in pixels of its picture.
 */
export class Captcha {
  state: CaptchaState = 'normal';
  puzzle: Puzzle | null = null;
  loading = false;
  /** Why there is no picture, or why the last attempt could not be judged, as a sentence. */
  trouble: string | null = null;
  /** How far the slider was moved. */
  x = 0;
  width: number = CAPTCHA.width;
  /** Good once, for one request of a code. */
  proof: string | null = null;

  private failures = 0;
  private verifying = false;
  private readonly trail = new Trail();
  private pointerStart = { x: 0, y: 0 };
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** Increases with each puzzle, so that answers to earlier ones are ignored. */
  private round = 0;

  constructor(
    private readonly http: Http,
    private readonly onSolved: () => void = () => {},
    /** The number that a code is wanted for, once it is a whole one. */
    private readonly forMobile: () => string | undefined = () => undefined,
  ) {
    observableStore(this);
  }

  get scale(): number {
    return captchaScale(this.width);
  }

  /** Where the piece's left edge is, in the picture's pixels. */
  get positionX(): number {
    return Math.round(this.x * this.scale * 10) / 10;
  }

  /** The largest {@link positionX}. */
  get reachX(): number {
    return Math.round(captchaReach(this.width) * this.scale);
  }

  get isLocked(): boolean {
    return this.puzzle === null || this.loading || this.verifying || this.state === 'success' || this.state === 'error';
  }

  setWidth(width: number): void {
    if (width > 0 && width !== this.width) {
      this.x = (this.x * width) / this.width;
      this.width = width;
    }
  }

  /** Fetches a puzzle, unless there is one to be solved or it was solved. */
  async open(): Promise<void> {
    if (this.puzzle === null && !this.loading) {
      await this.refresh();
    }
  }

  /** A new puzzle. Not after success: the proof is there. */
  async refresh(): Promise<void> {
    if (this.state === 'success') {
      return;
    }
    await this.fetch();
  }

  /** Discards proof and puzzle, after the proof was used or has expired. */
  reset(): void {
    this.stop();
    this.puzzle = null;
    this.loading = false;
    this.proof = null;
    this.restart();
  }

  /** Ends what is under way; what was solved stays solved. */
  stop(): void {
    this.round += 1;
    this.verifying = false;
    this.loading = false;
    if (this.timer !== null) {
      clearTimeout(this.timer);
      this.timer = null;
      this.puzzle = null;
      this.restart();
    }
  }

  /** It was solved in another way than by the slider. */
  accept(proof: string): void {
    this.stop();
    this.judge({ success: true, validate: proof });
  }

  /** The pointer takes hold of the slider. */
  grab(clientX: number, clientY: number, at: number): void {
    if (this.isLocked) {
      return;
    }
    this.state = 'moving';
    this.trail.clear();
    this.pointerStart = { x: clientX - this.x, y: clientY };
    this.trail.add(this.positionX, 0, at);
  }

  drag(clientX: number, clientY: number, at: number): void {
    if (this.state !== 'moving' || this.verifying) {
      return;
    }
    this.moveTo(clientX - this.pointerStart.x);
    this.trail.add(this.positionX, (clientY - this.pointerStart.y) * this.scale, at);
  }

  /** Letting go verifies; a slider that was not moved is only put back. */
  async release(at: number): Promise<void> {
    if (this.state !== 'moving' || this.verifying) {
      return;
    }
    this.trail.stay(at);
    if (this.x === 0) {
      this.state = 'normal';
      return;
    }
    await this.verify();
  }

  /** The browser cancelled the pointer, for example to scroll. */
  cancelDrag(): void {
    if (this.state === 'moving' && !this.verifying) {
      this.restart();
    }
  }

  /** Moves by keys, in the picture's pixels. */
  step(pixels: number, at: number): void {
    if (this.isLocked) {
      return;
    }
    if (this.state === 'normal') {
      this.state = 'moving';
      this.trail.clear();
      this.trail.add(this.positionX, 0, at);
    }
    this.moveTo(this.x + pixels / this.scale);
    this.trail.add(this.positionX, 0, at);
  }

  private moveTo(x: number): void {
    this.x = Math.min(Math.max(0, x), captchaReach(this.width));
  }

  private restart(): void {
    this.state = 'normal';
    this.x = 0;
    this.trouble = null;
    this.trail.clear();
  }

  private async fetch(): Promise<void> {
    this.stop();
    const round = this.round;
    this.loading = true;
    this.restart();
    try {
      const puzzle = await this.http.call(readCaptcha, {}, { handlesErrors: true });
      if (round === this.round) {
        this.receive(puzzle);
      }
    } catch (error) {
      if (round === this.round) {
        this.giveUp(error);
      }
    }
  }

  private receive(puzzle: Puzzle): void {
    this.puzzle = puzzle;
    this.loading = false;
  }

  private giveUp(error: unknown): void {
    this.puzzle = null;
    this.loading = false;
    this.trouble = sentence(error);
  }

  private async verify(): Promise<void> {
    const { puzzle } = this;
    if (puzzle === null) {
      return;
    }
    const round = this.round;
    this.verifying = true;
    try {
      const verdict = await this.http.call(
        verifyCaptcha,
        {
          body: {
            positionX: this.positionX,
            trail: this.trail.list(),
            token: puzzle.token,
            fdMobile: this.forMobile(),
          },
        },
        { handlesErrors: true },
      );
      if (round === this.round) {
        this.judge(verdict);
      }
    } catch (error) {
      if (round === this.round) {
        this.judge({ success: false });
        this.explain(error);
      }
    }
  }

  private judge(verdict: { success: boolean; validate?: string | undefined }): void {
    this.verifying = false;
    if (verdict.success && verdict.validate !== undefined) {
      this.state = 'success';
      this.proof = verdict.validate;
      this.failures = 0;
      this.onSolved();
      return;
    }
    this.state = 'error';
    this.failures += 1;
    if (this.failures >= CAPTCHA.failuresToRefresh) {
      this.failures = 0;
      this.timer = setTimeout(this.next, CAPTCHA.refreshAfter);
    }
  }

  private next(): void {
    this.timer = null;
    void this.fetch();
  }

  private explain(error: unknown): void {
    this.trouble = sentence(error);
  }
}

function sentence(error: unknown): string | null {
  return error instanceof HttpFailure ? error.message : null;
}
