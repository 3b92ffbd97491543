import { ALL_FORMATS, Input, UrlSource, type InputAudioTrack, type InputVideoTrack } from 'mediabunny';

import type { Rhythm } from '#core/contract/shown-frames.ts';

import { readRhythm } from './read-rhythm.ts';

/** Files that stay open: opening one costs a few requests. */
const MAX_OPEN = 32;

/** Seconds to wait after each failed request; then the file counts as unreachable. */
const RETRY_AFTER = [0.3, 1];

/** A material that the browser can read. */
export interface OpenMaterial {
  /** Null where it has none that this browser decodes. */
  video: InputVideoTrack | null;
  audio: InputAudioTrack | null;
  /** Where its time begins, in seconds of the file. */
  start: number;
  /** Of its pictures. */
  rhythm: Rhythm;
  /** Seconds of its longest track. */
  duration: number;
}

/** Materials by address, kept open while they are of use. */
export interface MaterialShelf {
  /** @throws when the file cannot be reached or is in no known format */
  open(url: string): Promise<OpenMaterial>;
  dispose(): void;
}

/** Makes an empty {@link MaterialShelf}. */
export function createMaterialShelf(): MaterialShelf {
  const shelf = new Map<string, { input: Input; material: Promise<OpenMaterial> }>();

  function drop(url: string): void {
    shelf.get(url)?.input.dispose();
    shelf.delete(url);
  }

  return {
    open(url) {
      const known = shelf.get(url);
      shelf.delete(url);
      const source = () => new UrlSource(url, { getRetryDelay: (failed) => RETRY_AFTER[failed] ?? null });
      const input = known?.input ?? new Input({ source: source(), formats: ALL_FORMATS });
      const material = known?.material ?? look(input);
      // The most recently used is last.
      shelf.set(url, { input, material });
      material.catch(() => {
        if (shelf.get(url)?.input === input) drop(url);
      });
      for (const oldest of shelf.keys()) {
        if (shelf.size <= MAX_OPEN) break;
        drop(oldest);
      }
      return material;
    },
    dispose() {
      for (const url of shelf.keys()) drop(url);
    },
  };
}

async function look(input: Input): Promise<OpenMaterial> {
  const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()]);
  const [decodesVideo, decodesAudio, first, end] = await Promise.all([
    video?.canDecode(),
    audio?.canDecode(),
    input.getFirstTimestamp(),
    input.computeDuration(),
  ]);
  const start = Math.max(0, first);
  return {
    video: decodesVideo === true ? video : null,
    audio: decodesAudio === true ? audio : null,
    ...{ start, rhythm: video === null ? { rate: null, begins: 0 } : await readRhythm(video, start) },
    duration: Math.max(0, end - first),
  };
}
