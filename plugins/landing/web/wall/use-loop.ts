import { useCallback, useEffect, useState, type RefObject } from 'react';

import { useInSight } from '../site/use-in-sight.ts';

/** A loop that is fetched and played only when that is welcome. */
export interface Loop {
  /** Whether to load the video; until then a picture is shown. */
  isLoaded: boolean;
  /** Whether it plays whenever it is in sight. */
  isOn: boolean;
  toggle(): void;
}

/** How long the page has to settle before the video is fetched, in milliseconds. */
const SETTLE = 300;
const MOSTLY = { threshold: 0.2 };

/**
 * Plays a video as long as its frame is in sight. It is fetched after the page has been drawn; not at all, until
 * somebody asks for it, where less motion or less data is preferred.
 * @param onTime hears where the loop is, in seconds, about once a frame
 */
export function useLoop(
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
  onTime: (seconds: number) => void,
): Loop {
  const [isOn, setOn] = useState(isWelcome);
  const [isLoaded, setLoaded] = useState(false);
  const wanted = useInSight(frame, MOSTLY) && isOn;

  useEffect(() => {
    if (!wanted || isLoaded) return undefined;
    const timer = setTimeout(() => setLoaded(true), SETTLE);
    return () => clearTimeout(timer);
  }, [wanted, isLoaded]);

  useEffect(() => {
    const { current } = video;
    if (!isLoaded || current === null) return undefined;
    if (!wanted) {
      current.pause();
      return undefined;
    }
    current.play().catch((error: unknown) => {
      // Browsers that save power refuse; a pause in the meantime is not a failure.
      if (error instanceof DOMException && error.name === 'NotAllowedError') setOn(false);
    });
    return followTime(current, onTime);
  }, [video, isLoaded, wanted, onTime]);

  return { isLoaded, isOn, toggle: useCallback(() => setOn((before) => !before), []) };
}

function isWelcome(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData !== true && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function followTime(video: HTMLVideoElement, onTime: (seconds: number) => void): () => void {
  const tell = (): void => onTime(video.currentTime);
  // Firefox before 132 has no call for each frame.
  if (typeof video.requestVideoFrameCallback !== 'function') {
    video.addEventListener('timeupdate', tell);
    return () => video.removeEventListener('timeupdate', tell);
  }
  let frame = 0;
  const next = (): void => {
    tell();
    frame = video.requestVideoFrameCallback(next);
  };
  next();
  return () => video.cancelVideoFrameCallback(frame);
}
