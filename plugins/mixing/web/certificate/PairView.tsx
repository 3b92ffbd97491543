import { useEffect, useRef, useState, type RefObject } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SeekBar } from '#core/web/components/SeekBar.tsx';

import type { MixOutput } from '#plugins/mixing/calls.ts';
import { clockOf } from '../parts/clock-of.ts';
import { Certificates, type ReadCertificate } from './Certificates.ts';
import { percent } from './percent.ts';
import { SyncedPlayback } from './SyncedPlayback.ts';
import './PairView.css';

interface PairViewProps {
  runId: string;
  read: ReadCertificate;
  a: number;
  b: number;
  whole: RefObject<HTMLElement | null>;
  /** Goes back to the pair that shares most; absent when it is shown. */
  back?: () => void;
}

/** Two videos side by side, played as one, with what they share. Give it a key by the pair. */
export const PairView = observer(function PairView({ runId, read, a, b, whole, back }: PairViewProps) {
  const t = useText();
  const store = useStore(Certificates);
  const { certificate, matrix } = read;
  const [playback] = useState(() => new SyncedPlayback());
  const ids = [a, b].flatMap((at) => certificate.outputs[at]?.id ?? []);
  const videos = useLive((scope) => new LiveValue(scope, (signal) => store.videos(runId, ids, signal)));
  useEffect(() => () => playback.dispose(), [playback]);
  const { shots, symbols } = matrix.common(a, b);
  const { worst, plan } = certificate;
  const isWorst = back === undefined;
  const known = isWorst ? worst : null;

  return (
    <section ref={whole} className="rp-pair" aria-labelledby="rp-pair-title" tabIndex={-1}>
      <div className="rp-pair__head">
        <h2 id="rp-pair-title">{t(isWorst ? 'mixing:certificate.pair-worst' : 'mixing:certificate.pair-chosen')}</h2>
        {back !== undefined && (
          <Button size="small" variant="quiet" icon="arrow-left" onClick={back}>
            {t('mixing:certificate.back')}
          </Button>
        )}
      </div>
      <p className="rp-certificate__about">{t('mixing:certificate.pair-about')}</p>
      {videos.failure !== null && (
        <LoadError
          text={t('mixing:difference.videos-unread')}
          error={videos.failure.error}
          onRetry={() => void videos.load()}
        />
      )}
      <div className="rp-pair__videos">
        {([a, b] as const).map((at, side) => (
          <Side
            key={at}
            {...{ at, read, playback, symbols }}
            side={side === 0 ? 0 : 1}
            video={videos.value?.get(certificate.outputs[at]?.id ?? '') ?? null}
            isRead={videos.value !== null}
          />
        ))}
      </div>
      <Controls playback={playback} />
      <dl className="rp-facts">
        <div>
          <dt>{t('mixing:certificate.shared-shots')}</dt>
          <dd>{t('mixing:certificate.shots-of', { shots, groups: plan.groups })}</dd>
        </div>
        <div>
          <dt>{t('mixing:certificate.shared-footage')}</dt>
          <dd>
            {known === null
              ? percent(matrix.shareOf(a, b) / 100)
              : t('mixing:certificate.footage-of', {
                  footage: percent(known.sharedFootage),
                  limit: percent(known.limit),
                })}
          </dd>
        </div>
        {known !== null && (
          <>
            <div>
              <dt>{t('mixing:certificate.ordered')}</dt>
              <dd>{known.orderedDistance.toFixed(2)}</dd>
            </div>
            <div>
              <dt>{t('mixing:certificate.audio')}</dt>
              <dd>{percent(known.audioSimilarity)}</dd>
            </div>
          </>
        )}
      </dl>
    </section>
  );
});

interface SideProps {
  at: number;
  side: 0 | 1;
  read: ReadCertificate;
  playback: SyncedPlayback;
  symbols: ReadonlySet<number>;
  video: MixOutput | null;
  isRead: boolean;
}

function Side({ at, side, read: { certificate }, playback, symbols, video, isRead }: SideProps) {
  const t = useText();
  const element = useRef<HTMLVideoElement>(null);
  const [isBroken, setBroken] = useState(false);
  const url = video?.url ?? null;
  useEffect(() => {
    playback.attach(side, element.current);
    return () => playback.attach(side, null);
  }, [playback, side, url]);
  const output = certificate.outputs[at];
  const names = new Map(certificate.materials.map(({ material, name }) => [material, name ?? material]));
  const groups = new Map(certificate.groups.map(({ id, name }, index) => [id, name === '' ? String(index + 1) : name]));
  if (output === undefined) return null;
  return (
    <figure className="rp-pair__side">
      <div className="rp-pair__screen">
        {url !== null && !isBroken && (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- what is said is in the picture
          <video
            ref={element}
            src={url}
            poster={video?.poster ?? undefined}
            preload="auto"
            playsInline
            muted={side === 1}
            aria-label={output.file}
            onLoadedMetadata={playback.measure}
            onClick={playback.toggle}
            onError={() => setBroken(true)}
          />
        )}
        {isRead && (url === null || isBroken) && (
          <p>
            <Icon name="warning" size={16} /> {t('mixing:video-deleted')}
          </p>
        )}
      </div>
      <figcaption>
        <h3>{output.file}</h3>
        <ul className="rp-pair__shots">
          {output.shots.map(({ group, material, start, end, symbol }, index) => {
            const isShared = symbols.has(symbol);
            return (
              <li
                key={index}
                data-shared={isShared || undefined}
                title={`${groups.get(group) ?? group}: ${names.get(material) ?? material}, ${start.toFixed(1)}–${end.toFixed(1)} s`}
              >
                {names.get(material) ?? material}
                {isShared && <span className="rp-visually-hidden">{t('mixing:difference.in-both')}</span>}
              </li>
            );
          })}
        </ul>
      </figcaption>
    </figure>
  );
}

/** One control for both. */
const Controls = observer(function Controls({ playback }: { playback: SyncedPlayback }) {
  const t = useText();
  const { isPlaying, time, length } = playback;
  return (
    <div className="rp-pair__controls">
      <Button icon={isPlaying ? 'pause' : 'play'} disabled={length === 0} onClick={playback.toggle}>
        {t(isPlaying ? 'mixing:certificate.pause' : 'mixing:certificate.play')}
      </Button>
      <IconButton
        icon="chevron-left"
        label={t('mixing:difference.frame-back')}
        disabled={length === 0}
        onClick={() => playback.step(-1)}
      />
      <IconButton
        icon="chevron-right"
        label={t('mixing:difference.frame-on')}
        disabled={length === 0}
        onClick={() => playback.step(1)}
      />
      <SeekBar
        label={t('mixing:certificate.seek')}
        time={time}
        duration={length}
        shown={clockOf(time)}
        step={0.01}
        disabled={length === 0}
        onSeek={playback.seek}
      />
      <span className="rp-pair__time">{`${clockOf(time)} / ${clockOf(length)}`}</span>
    </div>
  );
});
