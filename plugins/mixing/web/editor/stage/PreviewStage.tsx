import { useCallback, useEffect, useRef, useState } from 'react';

import { pictureOf } from '#core/contract/picture.ts';
import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { SeekBar } from '#core/web/components/SeekBar.tsx';
import { failureText } from '#core/web/http/failure-text.ts';
import { clock } from '#core/web/i18n/clock.ts';
import { observer } from '#core/web/react/observer.ts';
import { useOnline } from '#core/web/react/use-online.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';

import { useEditor } from '../store/use-editor.ts';
import { CaptionStage } from './CaptionStage.tsx';
import { EffectDrawings } from './EffectDrawings.tsx';
import { TextLooks } from './TextLooks.tsx';
import './PreviewStage.css';

/** The video as it will be, before anything is rendered. */
export const PreviewStage = observer(function PreviewStage() {
  const t = useText();
  const store = useEditor();
  const [isSafe, setSafe] = useState(false);
  const { project, preview } = store;
  const { live, plan, rendered } = preview;
  const { planned } = plan;
  const picture = pictureOf(project.ratio, project.resolution);
  const attach = useCallback(
    (canvas: HTMLCanvasElement | null) => (canvas === null ? undefined : live.attach(canvas)),
    [live],
  );
  const shuffle = usePluginCallback(preview.shuffle);
  const toggle = usePluginCallback(live.toggle);
  const { isLive } = preview;

  return (
    <section
      className="rp-ed-preview"
      aria-label={t('mixing:editor.preview')}
      onKeyDown={(event) => {
        if (event.key !== ' ' || event.target instanceof HTMLButtonElement || event.target instanceof HTMLInputElement)
          return;
        event.preventDefault();
        toggle();
      }}
    >
      <div className="rp-ed-preview__room">
        <CaptionStage picture={picture}>
          <canvas
            ref={attach}
            className="rp-ed-preview__canvas"
            aria-hidden="true"
            hidden={!isLive || planned === null}
          />
          {planned === null && <NothingYet />}
          {planned !== null && !isLive && <OnServer />}
          {planned !== null && isLive && live.state === 'loading' && (
            <span className="rp-ed-preview__wait" role="status" aria-label={t('mixing:editor.preview-loading')} />
          )}
          {isSafe && <span className="rp-ed-preview__safe" aria-hidden="true" />}
          {rendered.state === 'none' && isLive && planned !== null && !live.isPlaying && live.state === 'ready' && (
            <PlainButton className="rp-ed-preview__start" tabIndex={-1} aria-hidden="true" onClick={toggle}>
              <Icon name="play" />
            </PlainButton>
          )}
        </CaptionStage>
      </div>
      <EffectDrawings />
      <TextLooks />
      <div className="rp-ed-preview__controls">
        <IconButton
          icon={live.isPlaying ? 'pause' : 'play'}
          label={t(live.isPlaying ? 'shell:player.pause' : 'shell:player.play')}
          disabled={!isLive || planned === null}
          onClick={toggle}
        />
        <Position />
        <IconButton
          icon="crop"
          size="small"
          label={t('mixing:editor.safe-area')}
          aria-pressed={isSafe}
          onClick={() => setSafe(!isSafe)}
        />
        <Button icon="refresh" size="small" disabled={(planned?.total ?? 0) < 2} onClick={shuffle}>
          {t('mixing:editor.shuffle')}
        </Button>
        <span className="rp-ed-preview__which" aria-live="polite">
          {planned === null
            ? null
            : t('mixing:editor.combination', { number: planned.position + 1, total: planned.total })}
        </span>
      </div>
    </section>
  );
});

/** Apart from the rest, because the time changes with each picture. */
const Position = observer(function Position() {
  const t = useText();
  const { live, plan, isLive } = useEditor().preview;
  const [time, duration] = [inTenths(live.time), inTenths(live.duration)];
  return (
    <>
      <SeekBar
        label={t('shell:player.seek')}
        time={live.time}
        duration={live.duration}
        shown={t('shell:player.position', { time, duration })}
        step={0.01}
        disabled={!isLive || plan.planned === null}
        onSeek={(to) => void live.seek(to)}
      />
      <span className="rp-ed-preview__time">
        {time} / {duration}
      </span>
    </>
  );
});

const NothingYet = observer(function NothingYet() {
  const t = useText();
  const { preview, isEmpty, yields, access, lock } = useEditor();
  const { plan } = preview;
  const [reason] = yields.waiting.values();
  return (
    <div className="rp-ed-preview__nothing">
      <Icon name="film" />
      {plan.failure !== null && !isEmpty ? (
        <>
          <p>{reason ?? failureText(plan.failure, t)}</p>
          <Button size="small" icon="refresh" onClick={() => void plan.retry()}>
            {t('shell:dialog.retry')}
          </Button>
        </>
      ) : (
        <p>
          {t(
            isEmpty
              ? 'mixing:editor.preview-empty'
              : lock !== null
                ? 'mixing:editor.preview-locked'
                : access.state === 'open'
                  ? 'mixing:editor.preview-loading'
                  : 'mixing:editor.preview-no-library',
          )}
        </p>
      )}
    </div>
  );
});

/** Where the browser cannot show it: the server does, which takes a while. */
const OnServer = observer(function OnServer() {
  const t = useText();
  const { preview } = useEditor();
  const { rendered, live, effects } = preview;
  const render = usePluginCallback(preview.render);
  const isOnline = useOnline();
  const wasOnline = useRef(isOnline);
  const isUnreached = live.failure !== null && !live.isUndecodable && rendered.state === 'none';
  useEffect(() => {
    if (isOnline && !wasOnline.current && isUnreached) live.retry();
    wasOnline.current = isOnline;
  }, [isOnline, isUnreached, live]);
  if (rendered.state === 'ready' && rendered.url !== null) {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions of these videos are burnt in
      <video className="rp-ed-preview__canvas" src={rendered.url} controls autoPlay playsInline />
    );
  }
  return (
    <div className="rp-ed-preview__nothing">
      <Icon name="film" />
      {rendered.state === 'working' ? (
        <>
          <p>{t('mixing:editor.rendering')}</p>
          <ProgressBar value={rendered.progress} label={t('mixing:editor.rendering')} />
        </>
      ) : isUnreached ? (
        <>
          <p role="status">{t(isOnline ? 'mixing:editor.preview-unread' : 'mixing:editor.preview-offline')}</p>
          {isOnline && (
            <Button size="small" icon="refresh" onClick={() => live.retry()}>
              {t('shell:dialog.retry')}
            </Button>
          )}
        </>
      ) : (
        <>
          <p>
            {rendered.state === 'failed'
              ? (rendered.error ?? t('mixing:preview-failed'))
              : effects.undrawn !== null
                ? t('mixing:effect.undrawn', { effect: effects.undrawn })
                : t(
                    live.hasDied
                      ? 'mixing:editor.preview-died'
                      : live.isPossible
                        ? 'mixing:editor.undecodable'
                        : 'mixing:editor.no-codecs',
                  )}
          </p>
          <Button size="small" icon="server" onClick={render}>
            {t('mixing:editor.render')}
          </Button>
          {live.hasDied && (
            <Button size="small" variant="quiet" icon="refresh" onClick={() => live.retry()}>
              {t('mixing:editor.preview-here')}
            </Button>
          )}
        </>
      )}
    </div>
  );
});

/** `0:07.3`. */
function inTenths(seconds: number): string {
  const tenths = Math.floor(seconds * 10);
  return `${clock(tenths / 10)}.${tenths % 10}`;
}
