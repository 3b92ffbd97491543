import type { VideoSample } from 'mediabunny';

import { drawCaptions } from './draw-captions.ts';
import { drawShot } from './draw-shot.ts';
import { drawTransition } from './draw-transition.ts';
import type { PreviewComposition, PreviewShot } from './preview-engine.ts';
import type { Pen } from './pen.ts';
import type { ShotReader } from './shot-reader.ts';
import type { ShotReaders } from './shot-readers.ts';
import { timelineOf, type SeenShot, type Timeline } from './timeline.ts';
import { createTransitionPictures } from './transition-pictures.ts';

/** Frames before its begin at which a shot is opened. */
const OPEN_AHEAD = 24;

/** Draws any frame of a composition. */
export interface FramePainter {
  readonly timeline: Timeline;
  /**
   * Calls must not overlap.
   * @param isPlayed what follows will be asked for at once
   * @throws what keeps a material from being seen here
   */
  paint(pen: Pen, frame: number, isPlayed: boolean): Promise<void>;
  /** Opens and decodes what is needed soon after a frame, and closes what is not any more. */
  lookAhead(frame: number): void;
  dispose(): void;
}

/** Makes the painter of one composition. */
export function createFramePainter(opener: Pick<ShotReaders, 'open'>, composition: PreviewComposition): FramePainter {
  const { shots, picture, fit, textStyle, captions, fonts } = composition;
  const timeline = timelineOf(composition);
  const readers = new Map<number, Promise<ShotReader>>();
  const picturesOf = createTransitionPictures();
  let isGone = false;

  function reader(index: number, shot: PreviewShot): Promise<ShotReader> {
    const opened = readers.get(index) ?? opener.open(shot, picture.fps);
    readers.set(index, opened);
    return opened;
  }

  function close(index: number): void {
    readers.get(index)?.then(
      (opened) => opened.dispose(),
      () => undefined,
    );
    readers.delete(index);
  }

  async function read({ shot, frame }: SeenShot, isPlayed: boolean): Promise<VideoSample | null> {
    const seen = shots[shot];
    return seen === undefined ? null : (await reader(shot, seen)).frame(frame, isPlayed);
  }

  function draw(pen: Pen, { shot, frame: own }: SeenShot, sample: VideoSample | null, frame: number): void {
    const seen = shots[shot];
    if (sample === null || seen === undefined) {
      pen.fillStyle = '#000';
      pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
      return;
    }
    const { mirror, effect, text, frames } = seen;
    drawShot(pen, sample, { picture, fit, mirror, effect, text, textStyle, fonts }, { frame: own, frames });
    drawCaptions(pen, captions, frame / picture.fps, fonts);
  }

  function readOn(index: number, shot: PreviewShot): void {
    void reader(index, shot).then(
      (opened) => opened.readOn(),
      () => undefined,
    );
  }

  return {
    timeline,
    async paint(pen, frame, isPlayed) {
      const content = timeline.at(frame);
      const { next } = content;
      const [here, coming] = await Promise.all([read(content, isPlayed), next === null ? null : read(next, isPlayed)]);
      if (isGone) return;
      const transition = shots[content.shot]?.transition;
      if (next === null || !transition) {
        const seen = next ?? content;
        draw(pen, seen, next === null ? here : coming, frame);
      } else {
        const pictures = picturesOf(transition, pen.canvas.width, pen.canvas.height);
        if (pictures !== null) {
          const [from, to] = pictures;
          draw(from, content, here, frame);
          draw(to, next, coming, frame);
          drawTransition(pen, transition, from.canvas, to.canvas, next.progress);
        }
      }
    },
    lookAhead(frame) {
      if (isGone) return;
      const { shot } = timeline.at(frame);
      for (const index of readers.keys()) if (index < shot || index > shot + 2) close(index);
      for (const index of [shot, shot + 1]) {
        const [seen, start] = [shots[index], timeline.starts[index]];
        if (seen !== undefined && start !== undefined && frame >= start - OPEN_AHEAD) readOn(index, seen);
      }
    },
    dispose() {
      isGone = true;
      for (const index of [...readers.keys()]) close(index);
    },
  };
}
