import { useEffect } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { SoundPlayer } from './SoundPlayer.ts';

interface PlayButtonProps {
  /** Names the sound. */
  name: string;
  url: string;
  children: string;
  size?: 'small' | 'medium';
}

/** Plays a sound, and stops it. */
export const PlayButton = observer(function PlayButton({ name, url, children, size = 'medium' }: PlayButtonProps) {
  const t = useText();
  const player = useStore(SoundPlayer);
  useEffect(() => () => void (player.playing === name && player.stop()), [player, name]);
  const plays = player.playing === name;
  return (
    <>
      <Button size={size} icon={plays ? 'stop' : 'play'} onClick={() => player.toggle(name, url)}>
        {plays ? t('voices:stop') : children}
      </Button>
      {player.broken === name && (
        <span role="alert" className="rp-voice-note">
          {t('voices:unplayed')}
        </span>
      )}
    </>
  );
});
