import { observableStore } from '#core/web/observable-store.ts';
import type { Material } from '#plugins/materials/calls.ts';

/** Plays one piece of music at a time, wherever it is shown. */
export class SoundBox {
  /** The one that plays or is paused; null when none is. */
  id: string | null = null;
  isPlaying = false;
  /** 0 to 1. */
  position = 0;
  /** It could not be played. */
  isBroken = false;

  private audio: HTMLAudioElement | null = null;

  constructor() {
    observableStore(this);
  }

  plays(id: string): boolean {
    return this.isPlaying && this.id === id;
  }

  toggle(material: Material): void {
    if (this.id === material.id && this.audio !== null && !this.isBroken) {
      if (this.audio.paused) this.play();
      else this.audio.pause();
      return;
    }
    this.open(material);
    this.play();
  }

  /** Plays it from a place on. @param position 0 to 1 */
  seek(material: Material, position: number): void {
    if (this.id !== material.id || this.isBroken) this.open(material);
    const { audio } = this;
    if (audio === null) return;
    const length = Number.isFinite(audio.duration) ? audio.duration : (material.seconds ?? 0);
    audio.currentTime = Math.max(0, Math.min(length, position * length));
    this.position = position;
    this.play();
  }

  stop(): void {
    const { audio } = this;
    this.audio = null;
    if (audio !== null) {
      audio.pause();
      audio.removeAttribute('src');
    }
    this.id = null;
    this.isPlaying = false;
    this.position = 0;
    this.isBroken = false;
  }

  dispose(): void {
    this.stop();
  }

  private open({ id, url }: Material): void {
    this.stop();
    const audio = new Audio(url);
    const own = (tell: () => void) => () => {
      if (this.audio === audio) tell();
    };
    audio.addEventListener(
      'play',
      own(() => this.tellPlaying(true)),
    );
    audio.addEventListener(
      'pause',
      own(() => this.tellPlaying(false)),
    );
    audio.addEventListener(
      'ended',
      own(() => this.tellPosition(0)),
    );
    audio.addEventListener('error', own(this.tellBroken));
    audio.addEventListener(
      'timeupdate',
      own(() => this.tellPosition(audio.currentTime / (audio.duration || Infinity))),
    );
    this.audio = audio;
    this.id = id;
  }

  private play(): void {
    // What keeps it from playing shows by an event of its own.
    void this.audio?.play().catch(() => undefined);
  }

  private tellPlaying(isPlaying: boolean): void {
    this.isPlaying = isPlaying;
  }

  private tellPosition(position: number): void {
    this.position = position;
  }

  private tellBroken(): void {
    this.isBroken = true;
    this.isPlaying = false;
  }
}
