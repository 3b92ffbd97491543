import { useEffect, useRef, useState } from 'react';

import { Icon } from './Icon.tsx';
import './MovingPicture.css';

/** A picture that stands for some work: a still one, or a video of which the beginning is shown. */
export interface ShownPicture {
  kind: 'image' | 'video';
  /** Readable without a token. */
  url: string;
}

/** Where a video stands still: its very first picture is often black. */
const STILL_SECONDS = 0.4;

/**
 * The picture of a card; it fills what is around it. A video stands still until it plays, without its sound.
 * @param isPlaying such as while somebody points at the card
 */
export function MovingPicture({ picture, isPlaying }: { picture: ShownPicture | null; isPlaying: boolean }) {
  const [broken, setBroken] = useState<string | null>(null);
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    const { current } = video;
    const isStill = !isPlaying || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (current === null || isStill) return undefined;
    // Refused when the browser wants to save power: then the picture stands.
    current.play().catch(() => undefined);
    return () => {
      current.pause();
      current.currentTime = STILL_SECONDS;
    };
  }, [isPlaying, picture]);

  if (picture === null || broken === picture.url) return <Icon name="film" />;
  const gone = (): void => setBroken(picture.url);
  if (picture.kind === 'image')
    return (
      <img className="rp-moving-picture" src={picture.url} alt="" loading="lazy" decoding="async" onError={gone} />
    );
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
      onError={gone}
    />
  );
}
