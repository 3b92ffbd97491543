import { observableStore } from '#core/web/observable-store.ts';

/** Plays one sound at a time: a sample, a consent, or what a voice has said. Observable. */
export class SoundPlayer {
  /** What plays; null when nothing does. */
  playing: string | null = null;
  /** What could not be played. */
  broken: string | null = null;

  private audio: HTMLAudioElement | null = null;
  private address: string | null = null;

  constructor() {
    observableStore(this);
  }

  /** Plays a sound, or stops it where it plays. @param key names it */
  toggle(key: string, url: string): void {
    if (this.playing === key) this.stop();
    else this.play(key, url);
  }

  /** Plays the bytes of a WAV. */
  playBytes(key: string, base64: string): void {
    this.stop();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    const address = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
    this.play(key, address);
    this.address = address;
  }

  stop(): void {
    this.audio?.pause();
    this.audio = null;
    this.playing = null;
    if (this.address !== null) URL.revokeObjectURL(this.address);
    this.address = null;
  }

  dispose(): void {
    this.stop();
  }

  private play(key: string, url: string): void {
    this.stop();
    const audio = new Audio(url);
    audio.addEventListener('ended', () => this.end(audio, false));
    audio.addEventListener('error', () => this.end(audio, true));
    this.audio = audio;
    this.playing = key;
    this.broken = null;
    // What keeps it from playing shows by an event of its own; what was stopped at once is no failure.
    void audio.play().catch(() => this.end(audio, false));
  }

  private end(audio: HTMLAudioElement, isBroken: boolean): void {
    if (this.audio !== audio) return;
    if (isBroken) this.broken = this.playing;
    this.stop();
  }
}
