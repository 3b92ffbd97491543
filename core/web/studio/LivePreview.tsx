import { useEffect, useRef } from 'react';

import type { StudioPlayback } from './playback/StudioPlayback.ts';
import './LivePreview.css';

/** A frame that a live preview is to paint. */
export interface PreviewFrame {
  /** What the player shows; drawn with `pen.drawImage`. */
  picture: HTMLVideoElement;
  /** Displayed pixels of the picture. */
  source: { width: number; height: number };
  /** Pixels of the canvas that is painted on: as many as its place has, which need not be of the picture's shape. */
  width: number;
  height: number;
  /** Seconds at which the frame is shown. */
  time: number;
}

export interface LivePreviewProps {
  playback: StudioPlayback;
  /** Paints what a tool makes of a frame, on an empty canvas; where it paints nothing, the picture below is seen. */
  draw(pen: CanvasRenderingContext2D, frame: PreviewFrame): void;
}

/** More would be painted for nobody. */
const MOST_PIXELS_A_POINT = 2;

/**
 * A canvas that fills its place, painted with every frame that a `PlayerScreen` shows, and when `draw` is another
 * function. It lies on the picture, or is compared with it: the `after` of a `BeforeAfter`.
 */
export function LivePreview({ playback, draw }: LivePreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext('2d');
    if (element === null || pen === null || pen === undefined) return undefined;
    let shown: HTMLVideoElement | null = null;
    const paint = (picture: HTMLVideoElement): void => {
      shown = picture;
      const { videoWidth, videoHeight, currentTime } = picture;
      if (videoWidth === 0 || element.clientWidth === 0) return;
      const scale = Math.min(devicePixelRatio, MOST_PIXELS_A_POINT);
      const width = Math.round(element.clientWidth * scale);
      const height = Math.round(element.clientHeight * scale);
      // Setting a size empties it, and costs more.
      if (element.width !== width || element.height !== height) Object.assign(element, { width, height });
      else pen.clearRect(0, 0, width, height);
      pen.save();
      draw(pen, { picture, source: { width: videoWidth, height: videoHeight }, width, height, time: currentTime });
      pen.restore();
    };
    const stop = playback.onFrame(paint);
    const resized = new ResizeObserver(() => shown !== null && paint(shown));
    resized.observe(element);
    return () => {
      stop();
      resized.disconnect();
    };
  }, [playback, draw]);
  return <canvas ref={canvas} className="rp-live-preview" aria-hidden="true" />;
}
