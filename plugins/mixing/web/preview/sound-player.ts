import { SAMPLE_RATE, type Stereo } from './mix-sound.ts';

/** Plays a mixed sound and is the clock of the picture. */
export interface SoundPlayer {
  /** Starts at a second of the sound; silence plays, too, for as long as `seconds` says. */
  start(from: number): Promise<void>;
  /** Starts the clock alone. */
  startSilent(from: number): void;
  /** The current playback position in seconds. */
  now(): number;
  stop(): void;
  setSound(sound: Stereo | null): void;
  dispose(): void;
}

/** Milliseconds until silence is played by the page's own clock: without a sound device `resume()` never settles. */
const MAX_RESUME = 400;

interface Playing {
  source: AudioBufferSourceNode | null;
  from: number;
  /** Seconds since the start. */
  passed(): number;
}

/** Creates the player; browsers allow sound only after a user gesture. */
export function createSoundPlayer(): SoundPlayer {
  let context: AudioContext | null = null;
  let buffer: AudioBuffer | null = null;
  let playing: Playing | null = null;

  function open(): AudioContext {
    context ??= new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
    return context;
  }

  function stop(): void {
    playing?.source?.stop();
    playing = null;
  }

  function startSilent(from: number): void {
    stop();
    const since = performance.now();
    playing = { source: null, from, passed: () => (performance.now() - since) / 1000 };
  }

  return {
    async start(from) {
      stop();
      const audio = open();
      if (!(await runs(audio))) {
        startSilent(from);
        return;
      }
      let source: AudioBufferSourceNode | null = null;
      if (buffer !== null && from < buffer.duration) {
        source = audio.createBufferSource();
        source.buffer = buffer;
        source.connect(audio.destination);
        source.start(0, from);
      }
      // Samples written now are played a little later. Asking is slow, and the answer stays while a sound plays.
      const late = audio.outputLatency > 0 ? Math.min(0.2, audio.outputLatency) : 0;
      const since = audio.currentTime + late;
      playing = { source, from, passed: () => Math.max(0, audio.currentTime - since) };
    },
    startSilent,
    now: () => (playing === null ? 0 : playing.from + playing.passed()),
    stop,
    setSound(sound) {
      // What plays in silence goes on when the sound is there.
      if (playing?.source !== null) stop();
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

async function runs(audio: AudioContext): Promise<boolean> {
  if (audio.state === 'running') return true;
  const late = new Promise((resolve) => setTimeout(resolve, MAX_RESUME));
  await Promise.race([audio.resume(), late]);
  // Read anew: it changes while waiting.
  return (audio.state as AudioContextState) === 'running';
}
