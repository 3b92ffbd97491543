import { VideoSampleSink, type VideoSample } from 'mediabunny';

import { shownTimes } from '#plugins/mixing/shown-times.ts';
import type { OpenMaterial } from './open-material.ts';
import type { PreviewShot } from './preview-engine.ts';
import { UndecodablePicture } from './undecodable-picture.ts';

/** Up to this many frames it is faster to decode on than to seek. */
const READ_ON = 45;

/** Decodes the frames of one shot, forwards mostly. Calls must not overlap. */
export interface ShotReader {
  /** The picture of a frame of the shot, for as long as no other is asked for; null where the material has none. */
  frame(index: number): Promise<VideoSample | null>;
  dispose(): void;
}

/** @throws UndecodablePicture */
export function createShotReader(
  material: OpenMaterial,
  shot: Pick<PreviewShot, 'url' | 'window' | 'speed' | 'frames'>,
  fps: number,
): ShotReader {
  const { video } = material;
  if (video === null) throw new UndecodablePicture(shot.url);
  const sink = new VideoSampleSink(video);
  let samples: AsyncGenerator<VideoSample | null, void, unknown> | null = null;
  let at = -1;
  let shown: VideoSample | null = null;
  let isDone = false;

  function show(sample: VideoSample | null): void {
    shown?.close();
    shown = sample;
  }

  return {
    async frame(index) {
      const wanted = Math.min(Math.max(0, index), shot.frames - 1);
      if (wanted === at) return shown;
      if (samples === null || wanted < at || wanted > at + READ_ON) {
        void samples?.return();
        samples = sink.samplesAtTimestamps(shownTimes(material, shot, fps, wanted));
        at = wanted - 1;
      }
      while (at < wanted) {
        const { value, done } = await samples.next();
        if (isDone || done === true) {
          value?.close();
          break;
        }
        at += 1;
        // Where the material ends early, its last picture is held.
        if (value !== null) show(value);
      }
      return shown;
    },
    dispose() {
      isDone = true;
      void samples?.return();
      show(null);
    },
  };
}
