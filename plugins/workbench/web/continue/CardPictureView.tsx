import { useEffect, useRef, useState } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';

import type { CardPicture } from '#plugins/workbench/api.ts';

/** Where a video stands still: its very first picture is often black. */
const STILL_SECONDS = 0.4;

/** A card's picture; a video plays, without its sound, while somebody points at the card. */
export function CardPictureView({ picture, isPlaying }: { picture: CardPicture | null; isPlaying: boolean }) {
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

  if (picture === null || broken === picture.url) return <Icon name="film" className="rp-card__none" />;
  const gone = (): void => setBroken(picture.url);
  if (picture.kind === 'image') return <img src={picture.url} alt="" loading="lazy" decoding="async" onError={gone} />;
  return (
    <video
      ref={video}
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
