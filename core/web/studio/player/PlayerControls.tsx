import type { RefObject } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { SeekBar } from '#core/web/components/SeekBar.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Popover } from '#core/web/ui/Popover.tsx';
import { lengthCode, timecode } from '../frames/timecode.ts';
import type { StudioPlayback } from '../playback/StudioPlayback.ts';
import { KEY_HELP } from './hear-player-key.ts';
import { TimeField } from './TimeField.tsx';

interface PlayerControlsProps {
  playback: StudioPlayback;
  frame: RefObject<HTMLDivElement | null>;
  /** Whether there is a line to seek on. */
  hasLine: boolean;
}

/** The buttons below a picture. */
export const PlayerControls = observer(function PlayerControls({ playback, frame, hasLine }: PlayerControlsProps) {
  const t = useText();
  const { grid, duration, isPlaying, isLoop, isMuted, range, hasFailed, isPictureless, speed } = playback;
  if (hasFailed) {
    return (
      <div className="rp-studio__fault" role="alert">
        <p>{t('shell:player.failed')}</p>
        <Button size="small" icon="refresh" onClick={playback.retry}>
          {t('shell:player.retry')}
        </Button>
      </div>
    );
  }
  const part = (seconds: number): string => `${duration === 0 ? 0 : (seconds / duration) * 100}%`;
  return (
    <>
      {isPictureless && (
        <p className="rp-studio__unseen" role="status">
          {t('shell:studio.no-picture')}
        </p>
      )}
      {hasLine && (
        <div className="rp-studio__line">
          <Line playback={playback} />
          {range !== null && (
            <i style={{ left: part(range.start), width: part(range.end - range.start) }} className="rp-studio__range" />
          )}
        </div>
      )}
      <div className="rp-studio__controls">
        <span className="rp-studio__group">
          <IconButton icon="chevron-left" label={t('shell:studio.frame-back')} onClick={() => playback.step(-1)} />
          <IconButton
            icon={isPlaying ? 'pause' : 'play'}
            label={t(isPlaying ? 'shell:player.pause' : 'shell:player.play')}
            data-autofocus
            onClick={playback.toggle}
          />
          <IconButton icon="chevron-right" label={t('shell:studio.frame-on')} onClick={() => playback.step(1)} />
        </span>
        <span className="rp-studio__group rp-studio__time">
          <TimeField playback={playback} />
          <span>/ {lengthCode(grid, duration)}</span>
          {speed !== 0 && speed !== 1 && <span className="rp-studio__speed">{speed}×</span>}
        </span>
        <span className="rp-studio__group rp-studio__marks">
          <Button size="small" variant="quiet" onClick={playback.markIn}>
            {t('shell:studio.in')}
          </Button>
          <Button size="small" variant="quiet" onClick={playback.markOut}>
            {t('shell:studio.out')}
          </Button>
          <IconButton
            icon="refresh"
            label={t('shell:studio.loop')}
            aria-pressed={isLoop}
            onClick={() => playback.setLoop(!isLoop)}
          />
          {range !== null && (
            <IconButton icon="close" label={t('shell:studio.whole')} onClick={() => playback.setRange(null)} />
          )}
        </span>
        <span className="rp-studio__group">
          <IconButton
            icon={isMuted ? 'sound-off' : 'sound'}
            label={t(isMuted ? 'shell:player.unmute' : 'shell:player.mute')}
            aria-pressed={isMuted}
            onClick={() => playback.setMuted(!isMuted)}
          />
          <Popover
            label={t('shell:studio.keys')}
            trigger={(button) => <IconButton {...button} icon="keyboard" label={t('shell:studio.keys')} />}
          >
            {() => (
              <dl className="rp-studio__keys">
                {KEY_HELP.map(([keys, name]) => (
                  <div key={name}>
                    <dt>{keys}</dt>
                    <dd>{t(`shell:studio.key-${name}`)}</dd>
                  </div>
                ))}
              </dl>
            )}
          </Popover>
          {document.fullscreenEnabled && (
            <IconButton
              icon="fullscreen"
              label={t('shell:player.fullscreen')}
              onClick={() => toggleFullscreen(frame.current)}
            />
          )}
        </span>
      </div>
    </>
  );
});

/** Apart from the rest, because the time changes with each picture. */
const Line = observer(function Line({ playback }: { playback: StudioPlayback }) {
  const t = useText();
  const { time, duration, grid } = playback;
  return (
    <SeekBar
      label={t('shell:player.seek')}
      {...{ time, duration }}
      shown={t('shell:player.position', { time: timecode(grid, time), duration: lengthCode(grid, duration) })}
      onSeek={playback.seek}
    />
  );
});

function toggleFullscreen(frame: HTMLElement | null): void {
  // Refused when an embedding page does not allow it.
  if (document.fullscreenElement === null) void frame?.requestFullscreen().catch(() => undefined);
  else void document.exitFullscreen();
}
