import { observableStore } from '#core/web/observable-store.ts';

/** A stretch of a video that is played. */
export interface PlayedPiece {
  /** Unlike that of every other piece. */
  id: string;
  url: string;
  from: number;
  to: number;
}

/** Seconds before its end at which a piece counts as played: a frame begins no later. */
const AT_END = 0.02;

/**
 * Plays stretches of videos one after the other, straight from their sources: while one element plays, the other stands
 * ready at the beginning of the next piece. Observable.
 */
export class SequencePlayback {
  /** Which piece is shown, from 0. */
  at = 0;
  isPlaying = false;
  /** Seconds into the piece that is shown. */
  time = 0;
  /** A video could not be loaded. */
  hasFailed = false;
  /** Which of the two elements is shown. */
  front: 0 | 1 = 0;

  #pieces: readonly PlayedPiece[] = [];
  #videos: readonly [HTMLVideoElement | null, HTMLVideoElement | null] = [null, null];
  /** What each element holds. */
  readonly #held: [string | null, string | null] = [null, null];
  #watch: number | undefined;

  constructor() {
    observableStore(this);
  }

  /** Takes the elements that show it, or lets go of them. */
  attach(videos: readonly [HTMLVideoElement | null, HTMLVideoElement | null]): void {
    this.pause();
    this.#videos = videos;
    this.#held.fill(null);
    this.#show(this.at);
  }

  /** What is played; the piece that is shown stays shown where it is still there. */
  setPieces(pieces: readonly PlayedPiece[]): void {
    const shown = this.#pieces[this.at];
    this.#pieces = pieces;
    const again = pieces.findIndex(({ id }) => id === shown?.id);
    this.#held.fill(null);
    this.#show(again < 0 ? Math.min(this.at, Math.max(0, pieces.length - 1)) : again);
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play(): void {
    const video = this.#videos[this.front];
    if (video === null || this.#pieces.length === 0) return;
    const piece = this.#pieces[this.at];
    const isOver = piece !== undefined && video.currentTime >= piece.to - AT_END;
    if (isOver) this.#show(this.at + 1 < this.#pieces.length ? this.at + 1 : 0);
    this.isPlaying = true;
    this.#start();
    this.#follow();
  }

  pause(): void {
    this.isPlaying = false;
    cancelAnimationFrame(this.#watch ?? 0);
    for (const video of this.#videos) video?.pause();
  }

  /** Shows a piece from its beginning, and plays on if it was playing. */
  go(at: number): void {
    const wasPlaying = this.isPlaying;
    this.pause();
    this.#show(Math.max(0, Math.min(this.#pieces.length - 1, at)));
    if (wasPlaying) this.play();
  }

  heardFault(): void {
    this.hasFailed = true;
    this.pause();
  }

  #start(): void {
    // Refused where the browser plays nothing unasked.
    void this.#videos[this.front]?.play().catch(() => this.pause());
  }

  /** Watches for the end of the piece, as often as the browser draws. */
  #follow(): void {
    this.#watch = requestAnimationFrame(() => {
      if (!this.isPlaying) return;
      this.look();
      this.#follow();
    });
  }

  private look(): void {
    const [video, piece] = [this.#videos[this.front], this.#pieces[this.at]];
    if (!video || piece === undefined) return this.pause();
    this.time = Math.max(0, Math.min(piece.to - piece.from, video.currentTime - piece.from));
    if (video.currentTime < piece.to - AT_END && !video.ended) return;
    if (this.at + 1 >= this.#pieces.length) return this.pause();
    video.pause();
    this.#show(this.at + 1);
    this.#start();
  }

  /** Brings a piece to the front, and makes the next one ready behind it. */
  #show(at: number): void {
    const piece = this.#pieces[at];
    this.at = at;
    this.time = 0;
    if (piece === undefined) return;
    const back = this.front === 0 ? 1 : 0;
    if (this.#held[this.front] !== piece.id && this.#held[back] === piece.id) this.front = back;
    this.#hold(this.front, piece);
    const next = this.#pieces[at + 1];
    if (next !== undefined) this.#hold(this.front === 0 ? 1 : 0, next);
  }

  #hold(which: 0 | 1, piece: PlayedPiece): void {
    const video = this.#videos[which];
    if (video === null) return;
    if (video.getAttribute('src') !== piece.url) video.src = piece.url;
    if (this.#held[which] !== piece.id || Math.abs(video.currentTime - piece.from) > AT_END) {
      // Somewhat behind the beginning of the frame, which rounding must not put before it.
      video.currentTime = piece.from + 0.001;
    }
    this.#held[which] = piece.id;
  }
}
