import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { SeekBar } from '../components/SeekBar.tsx';
import { clock } from '../i18n/clock.ts';
import { useText } from '../react/use-text.ts';
import { PlaybackStore } from './PlaybackStore.ts';
import type { PlayerInput } from './player-input.ts';
import type { PlayerOptions } from './player.ts';
import './VideoPlayer.css';

interface VideoPlayerProps {
  input: PlayerInput;
  options?: PlayerOptions;
  /** Starts on its own, if the browser allows it. */
  autoPlay?: boolean;
  /** Shown until playback starts. */
  poster?: string;
}

/** Plays the result of `playerInput`. Give it a `key` that identifies the video. */
export const VideoPlayer = observer(function VideoPlayer({ input, options, autoPlay, poster }: VideoPlayerProps) {
  const t = useText();
  const [playback] = useState(() => new PlaybackStore(input, options));
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => () => playback.dispose(), [playback]);
  const { state } = playback;
  const wantsStart = useRef(autoPlay === true);
  useEffect(() => {
    if (state !== 'paused' || !wantsStart.current) return;
    wantsStart.current = false;
    playback.play();
  }, [playback, state]);

  return (
    <div
      ref={frame}
      className={`rp-player rp-player--${input.mode}`}
      role="group"
      aria-label={options?.title ?? t('shell:player.video')}
      data-state={state}
      tabIndex={-1}
      onKeyDown={(event) => hearKey(playback, event)}
    >
      {/* The buttons below do the same, and have labels. */}
      <div className="rp-player__screens" onClick={playback.toggle}>
        {input.items.map((_, index) => (
          <Screen key={index} playback={playback} index={index} poster={index === 0 ? poster : undefined} />
        ))}
        {input.sound !== null && (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- it belongs to videos whose captions are burnt in
          <audio ref={playback.attachSound} src={input.sound} preload="auto" muted={playback.isMuted} />
        )}
        {state === 'loading' && (
          <div className="rp-player__loading" role="status" aria-label={t('shell:player.loading')} />
        )}
        {state === 'paused' && playback.failed === null && (
          <span className="rp-player__start" aria-hidden="true">
            <Icon name="play" size={20} />
          </span>
        )}
      </div>
      {playback.failed === null ? (
        <Controls playback={playback} frame={frame} />
      ) : (
        <div className="rp-player__fault" role="alert">
          <p>{t(playback.isMalformed ? 'shell:player.invalid' : 'shell:player.failed')}</p>
          <Button size="small" icon="refresh" onClick={playback.retry}>
            {t('shell:player.retry')}
          </Button>
        </div>
      )}
    </div>
  );
});

interface ScreenProps {
  playback: PlaybackStore;
  index: number;
  poster: string | undefined;
}

const Screen = observer(function Screen({ playback, index, poster }: ScreenProps) {
  const { input, current } = playback;
  const isShown = input.mode !== 'sequence' || index === current;
  const isNear = isShown || index === current + 1;
  const screen = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    // Loading begins before the element is in the document, where React cannot hear its events yet.
    if (screen.current === null) return;
    if (screen.current.error !== null) playback.heardFault(index);
    else if (screen.current.readyState >= HTMLMediaElement.HAVE_METADATA) playback.heardFacts(index);
  }, [playback, index]);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions of these videos are burnt in
    <video
      ref={(element) => {
        screen.current = element;
        playback.attach(index, element);
        return () => playback.attach(index, null);
      }}
      className="rp-player__screen"
      src={input.items[index]?.url}
      poster={poster}
      hidden={!isShown}
      playsInline
      preload={isNear ? 'auto' : 'metadata'}
      muted={playback.isMuted || input.sound !== null || (input.mode === 'parallel' && index > 0)}
      onLoadedMetadata={() => playback.heardFacts(index)}
      onTimeUpdate={() => playback.heardTime(index)}
      onPlay={() => playback.heardPlayOrPause(index)}
      onPause={() => playback.heardPlayOrPause(index)}
      onPlaying={() => playback.heardMoving(index, true)}
      onWaiting={() => playback.heardMoving(index, false)}
      onEnded={() => playback.heardEnd(index)}
      onError={() => playback.heardFault(index)}
    />
  );
});

const Controls = observer(function Controls({
  playback,
  frame,
}: {
  playback: PlaybackStore;
  frame: RefObject<HTMLDivElement | null>;
}) {
  const t = useText();
  const { shown, time, duration, isMuted } = playback;
  const isGoing = playback.state === 'playing' || playback.state === 'virtual-playing';
  return (
    <div className="rp-player__controls">
      <IconButton
        icon={isGoing ? 'pause' : 'play'}
        label={t(isGoing ? 'shell:player.pause' : 'shell:player.play')}
        data-autofocus
        onClick={playback.toggle}
      />
      <SeekBar
        label={t('shell:player.seek')}
        time={time}
        duration={duration}
        shown={t('shell:player.position', { time: clock(shown.time), duration: clock(Math.round(shown.duration)) })}
        onSeek={playback.seek}
      />
      <span className="rp-player__time">
        {clock(shown.time)} / {clock(Math.round(shown.duration))}
      </span>
      <IconButton
        icon={isMuted ? 'sound-off' : 'sound'}
        label={t(isMuted ? 'shell:player.unmute' : 'shell:player.mute')}
        aria-pressed={isMuted}
        onClick={() => playback.setMuted(!isMuted)}
      />
      {document.fullscreenEnabled && (
        <IconButton
          icon="fullscreen"
          label={t('shell:player.fullscreen')}
          onClick={() => toggleFullscreen(frame.current)}
        />
      )}
    </div>
  );
});

function hearKey(playback: PlaybackStore, event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const isButton = event.target instanceof HTMLButtonElement;
  if (event.key === ' ' && !isButton) playback.toggle();
  else if (event.key === 'ArrowLeft') playback.step(-1);
  else if (event.key === 'ArrowRight') playback.step(1);
  else return;
  event.preventDefault();
}

function toggleFullscreen(frame: HTMLElement | null): void {
  // Refused when an embedding page does not allow it.
  if (document.fullscreenElement === null) void frame?.requestFullscreen().catch(() => undefined);
  else void document.exitFullscreen();
}
