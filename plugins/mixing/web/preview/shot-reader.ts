import { VideoSampleSink, type VideoSample } from 'mediabunny';

import { shownTimes } from '#plugins/mixing/shown-times.ts';
import type { OpenMaterial } from './open-material.ts';
import type { PreviewShot } from './preview-engine.ts';
import { UndecodablePicture } from './undecodable-picture.ts';

/** Up to this many frames it is faster to decode on than to seek. */
const READ_ON = 45;

/** What is read of a shot. */
export type ReadShot = Pick<PreviewShot, 'url' | 'window' | 'speed' | 'frames'>;

/** Decodes the frames of one shot, forwards mostly. Calls must not overlap. */
export interface ShotReader {
  /**
   * The picture of a frame of the shot, for as long as no other is asked for; null where the material has none. One
   * that is not near the last one is read alone: no more of the file than it takes.
   * @param isPlayed what follows will be asked for at once
   */
  frame(index: number, isPlayed: boolean): Promise<VideoSample | null>;
  /** Decodes ahead what follows the last frame, or the whole shot from its begin. */
  readOn(): void;
  dispose(): void;
}

/** @throws UndecodablePicture */
export function createShotReader(material: OpenMaterial, shot: ReadShot, fps: number): ShotReader {
  const { video } = material;
  if (video === null) throw new UndecodablePicture(shot.url);
  const sink = new VideoSampleSink(video);
  /** Reads all of the shot that is left before it decodes the first of it. */
  let samples: AsyncGenerator<VideoSample | null, void, unknown> | null = null;
  let at = -1;
  let shown: VideoSample | null = null;
  let isSeeking = false;
  let isDone = false;

  function show(sample: VideoSample | null): void {
    shown?.close();
    shown = sample;
  }

  function stop(): void {
    void samples?.return();
    samples = null;
  }

  function readFrom(index: number): void {
    stop();
    samples = sink.samplesAtTimestamps(shownTimes(material, shot, fps, index));
    at = index - 1;
  }

  async function seek(index: number): Promise<void> {
    stop();
    isSeeking = true;
    try {
      const { value: time } = shownTimes(material, shot, fps, index).next();
      const sample = time === undefined ? null : await sink.getSample(time);
      at = index;
      if (isDone) sample?.close();
      else if (sample !== null) show(sample);
    } finally {
      isSeeking = false;
    }
  }

  async function advance(index: number): Promise<void> {
    if (samples === null) readFrom(at + 1);
    while (at < index && samples !== null) {
      const { value, done } = await samples.next();
      if (isDone || done === true) {
        value?.close();
        break;
      }
      at += 1;
      // Where the material ends early, its last picture is held.
      if (value !== null) show(value);
    }
  }

  return {
    async frame(index, isPlayed) {
      const wanted = Math.min(Math.max(0, index), shot.frames - 1);
      if (isDone || wanted === at) return shown;
      const isNear = wanted > at && wanted <= at + READ_ON && (at >= 0 || samples !== null);
      if (!isNear && isPlayed) readFrom(wanted);
      await (isNear || isPlayed ? advance(wanted) : seek(wanted));
      return shown;
    },
    readOn() {
      if (samples === null && !isDone && !isSeeking && at < shot.frames - 1) readFrom(at + 1);
    },
    dispose() {
      isDone = true;
      stop();
      show(null);
    },
  };
}
