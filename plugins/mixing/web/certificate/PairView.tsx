import type { RefObject } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { Certificates, type ReadCertificate } from './Certificates.ts';
import { PairPlayer } from './PairPlayer.tsx';
import { percent } from './percent.ts';
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
  const ids = [a, b].flatMap((at) => certificate.outputs[at]?.id ?? []);
  const videos = useLive((scope) => new LiveValue(scope, (signal) => store.videos(runId, ids, signal)));
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
      <PairPlayer read={read} pair={[a, b]} symbols={symbols} videos={videos.value} />
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
