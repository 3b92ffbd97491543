import { SAMPLE_RATE, type Stereo } from './mix-sound.ts';

/** Plays a mixed sound and is the clock of the picture. */
export interface SoundPlayer {
  /** Starts at a second of the sound; silence plays, too, for as long as `seconds` says. */
  start(from: number): Promise<void>;
  /** The current playback position in seconds. */
  now(): number;
  stop(): void;
  setSound(sound: Stereo | null): void;
  dispose(): void;
}

/** Creates the player; browsers allow sound only after a user gesture. */
export function createSoundPlayer(): SoundPlayer {
  let context: AudioContext | null = null;
  let buffer: AudioBuffer | null = null;
  let playing: { source: AudioBufferSourceNode | null; since: number; from: number } | null = null;

  function open(): AudioContext {
    context ??= new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
    return context;
  }

  function stop(): void {
    playing?.source?.stop();
    playing = null;
  }

  return {
    async start(from) {
      stop();
      const audio = open();
      if (audio.state !== 'running') await audio.resume();
      let source: AudioBufferSourceNode | null = null;
      if (buffer !== null && from < buffer.duration) {
        source = audio.createBufferSource();
        source.buffer = buffer;
        source.connect(audio.destination);
        source.start(0, from);
      }
      playing = { source, since: audio.currentTime, from };
    },
    now() {
      if (playing === null || context === null) return 0;
      // Samples written now are played a little later.
      const late = context.outputLatency > 0 ? Math.min(0.2, context.outputLatency) : 0;
      return playing.from + Math.max(0, context.currentTime - playing.since - late);
    },
    stop,
    setSound(sound) {
      stop();
      buffer = null;
      if (sound === null || sound[0].length === 0) return;
      buffer = open().createBuffer(2, sound[0].length, SAMPLE_RATE);
      // The array may use memory shared with a worker, which the buffer's type does not allow.
      buffer.copyToChannel(Float32Array.from(sound[0]), 0);
      buffer.copyToChannel(Float32Array.from(sound[1]), 1);
    },
    dispose() {
      stop();
      void context?.close();
      context = null;
    },
  };
}
