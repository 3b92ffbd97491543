import { useRef } from 'react';

import { IconButton } from '#core/web/components/IconButton.tsx';
import { useText } from '#core/web/react/use-text.ts';

import film from '../media/wall.mp4';
import poster from '../media/wall.webp';
import { useLoop } from './use-loop.ts';
import { WALL } from '#plugins/landing/wall-facts.ts';
import './Wall.css';

/**
 * Twenty videos of one project, put together before the reader's eyes.
 * @param onTime hears where the loop is, in seconds
 */
export function Wall({ onTime }: { onTime: (seconds: number) => void }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { isLoaded, isOn, toggle } = useLoop(frame, video, onTime);
  const { videos, groups, mostShared } = WALL;

  return (
    <figure className="rp-wall">
      <div ref={frame} className="rp-wall__frame" role="img" aria-label={t('landing:wall.description')}>
        <img src={poster} alt="" width={900} height={1280} fetchPriority="high" />
        {isLoaded && (
          <video ref={video} src={film} width={900} height={1280} muted loop playsInline disablePictureInPicture />
        )}
      </div>
      <figcaption className="rp-wall__caption">
        <span>{t('landing:wall.videos', { videos, shots: groups, shared: mostShared })}</span>
        <IconButton
          icon={isOn ? 'pause' : 'play'}
          size="small"
          label={t(isOn ? 'landing:wall.pause' : 'landing:wall.play')}
          onClick={toggle}
        />
      </figcaption>
    </figure>
  );
}
