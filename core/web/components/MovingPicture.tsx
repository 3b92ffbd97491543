import { useEffect, useRef, useState } from 'react';

import { Icon } from './Icon.tsx';
import { LazyImage } from './LazyImage.tsx';
import './MovingPicture.css';

/** The preview of a work: a still picture, or a video whose beginning is shown. */
export interface ShownPicture {
  kind: 'image' | 'video';
  /** Can be fetched without a token. */
  url: string;
}

/** The time at which a paused video is shown: the very first frame is often black. */
const STILL_SECONDS = 0.4;

/**
 * The picture of a card; it fills its container. A video is muted, and paused unless `isPlaying`.
 * @param isPlaying for example while the pointer is over the card
 */
export function MovingPicture({ picture, isPlaying }: { picture: ShownPicture | null; isPlaying: boolean }) {
  const [broken, setBroken] = useState<string | null>(null);
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    const { current } = video;
    const isStill = !isPlaying || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (current === null || isStill) return undefined;
    // Browsers may refuse to play to save power: the still frame stays.
    current.play().catch(() => undefined);
    return () => {
      current.pause();
      current.currentTime = STILL_SECONDS;
    };
  }, [isPlaying, picture]);

  if (picture === null || broken === picture.url) return <Icon name="film" />;
  if (picture.kind === 'image')
    return <LazyImage className="rp-moving-picture" src={picture.url} fallback={<Icon name="film" />} />;
  return (
    <video
      ref={video}
      className="rp-moving-picture"
      src={`${picture.url}#t=${STILL_SECONDS}`}
      preload="metadata"
      muted
      loop
      playsInline
      disablePictureInPicture
      aria-hidden="true"
      tabIndex={-1}
      onError={() => setBroken(picture.url)}
    />
  );
}
