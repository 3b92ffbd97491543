import { useEffect, useRef, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { BackLink } from '#core/web/components/BackLink.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { PageSkeleton } from '#core/web/components/PageSkeleton.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { failureText } from '#core/web/http/failure-text.ts';
import { HttpFailure } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useParams } from '#core/web/router/links.ts';
import { Chart } from '#core/web/ui/chart/Chart.tsx';

import { MissingPage } from '../parts/MissingPage.tsx';
import { Certificates, type ReadCertificate } from './Certificates.ts';
import { ComparedFacts } from './ComparedFacts.tsx';
import { MaterialUses } from './MaterialUses.tsx';
import { MatrixView } from './MatrixView.tsx';
import { PairView } from './PairView.tsx';
import { percent } from './percent.ts';
import { copiedShots, loudnessRanges } from '#plugins/mixing/certificate.ts';
import { PlanFacts } from './PlanFacts.tsx';
import './CertificatePage.css';

/** How far any two videos of a run differ, measured after they were made. */
export default observer(function CertificatePage() {
  const t = useText();
  const store = useStore(Certificates);
  const { id: runId = '' } = useParams();
  useEffect(() => store.open(runId), [store, runId]);
  const isOpen = store.runId === runId;
  const read = isOpen ? store.read.value : null;
  const failure = isOpen ? store.read.failure : null;
  if (failure?.error instanceof HttpFailure && failure.error.status === 404) {
    return <MissingPage icon="shield" title={t('mixing:difference.missing')} text={failureText(failure.error, t)} />;
  }
  return (
    <div className="rp-certificate">
      <BackLink to={`/mixedCut/run/${runId}`}>{t('mixing:difference.to-run')}</BackLink>
      {read !== null ? (
        <Shown key={runId} runId={runId} read={read} />
      ) : (
        <>
          <h1>{t('mixing:difference.title')}</h1>
          {failure === null ? (
            <PageSkeleton plugin="mixing" />
          ) : (
            <LoadError
              text={t('mixing:difference.unread')}
              error={failure.error}
              onRetry={() => void store.read.load()}
            />
          )}
        </>
      )}
    </div>
  );
});

const Shown = observer(function Shown({ runId, read }: { runId: string; read: ReadCertificate }) {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(Certificates);
  const { certificate, matrix } = read;
  const { project, createdAt, shots, plan, outputs, pairs, footage, failures, worst, earlier } = certificate;
  const worstPair = worst === null ? undefined : matrix.pairNamed(worst.a, worst.b);
  const [chosen, setChosen] = useState<{ a: number; b: number } | null>(null);
  const pair = chosen ?? worstPair ?? null;
  const isWorst =
    worstPair === undefined ||
    chosen === null ||
    matrix.placeOf(chosen.a, chosen.b) === matrix.placeOf(worstPair.a, worstPair.b);
  const whole = useRef<HTMLElement>(null);
  const open = (a: number, b: number): void => {
    setChosen({ a, b });
    requestAnimationFrame(() => {
      const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      whole.current?.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' });
      whole.current?.focus({ preventScroll: true });
    });
  };
  const loosened = certificate.limit?.loosenedFrom ?? null;
  const state = pairs === 0 ? 'alone' : failures.length > 0 ? 'failed' : loosened === null ? 'good' : 'loosened';
  return (
    <>
      <header className="rp-certificate__head">
        <div>
          <h1>{t('mixing:certificate.page-title', { project })}</h1>
          <p className="rp-certificate__about">{t('mixing:certificate.created', { time: i18n.time(createdAt) })}</p>
        </div>
        <div className="rp-certificate__actions">
          <Button icon="download" onClick={() => store.saveJson(read)}>
            JSON
          </Button>
          <Button icon="download" busy={store.isSaving} onClick={() => void store.savePage(runId)}>
            {t('mixing:difference.save-page')}
          </Button>
        </div>
      </header>
      {pairs > 0 && (
        <p className="rp-certificate__verdict" data-state={state}>
          {t('mixing:certificate.verdict', { footage: percent(1 - footage.least) })}
        </p>
      )}
      <p className="rp-certificate__state" data-state={state}>
        <Icon name={state === 'failed' || state === 'loosened' ? 'warning' : 'success'} size={16} />
        {t(`mixing:certificate.state-${state}`, {
          ...{ pairs: failures.length, groups: plan.groups },
          ...{ from: loosened ?? 0, to: certificate.limit?.share ?? plan.maxShared },
        })}
      </p>
      <dl className="rp-certificate__figures">
        <Figure name={t('mixing:certificate.least')} of={plan.groups} value={pairs === 0 ? null : shots.least} />
        <Figure name={t('mixing:certificate.median')} of={plan.groups} value={pairs === 0 ? null : shots.median} />
        <Figure name={t('mixing:certificate.outputs-count')} value={i18n.count(outputs.length)} />
        <Figure name={t('mixing:certificate.pairs-count')} value={i18n.count(pairs)} />
      </dl>
      <p className="rp-certificate__statement">
        {pairs === 0
          ? t('mixing:certificate.statement-alone')
          : t('mixing:certificate.statement', {
              ...{
                outputs: i18n.count(outputs.length),
                pairs: i18n.count(pairs),
                least: shots.least,
                groups: plan.groups,
              },
              footage: percent(1 - footage.least),
            })}
      </p>
      {earlier !== null && (
        <p className="rp-certificate__about">
          {t('mixing:certificate.earlier', {
            ...{ outputs: earlier.outputs, pairs: i18n.count(earlier.pairs), shots: earlier.sharedShots },
            footage: percent(1 - earlier.footage.least),
          })}{' '}
          {earlier.failures > 0 && t('mixing:certificate.earlier-over', { pairs: earlier.failures })}
        </p>
      )}
      {pairs > 0 && (
        <div className="rp-certificate__two">
          <section>
            <h2>{t('mixing:certificate.matrix')}</h2>
            <p className="rp-certificate__about">{t('mixing:certificate.matrix-about')}</p>
            <MatrixView read={read} open={open} />
          </section>
          <section>
            <h2>{t('mixing:certificate.histogram')}</h2>
            <p className="rp-certificate__about">{t('mixing:certificate.histogram-about')}</p>
            <Histogram steps={certificate.histogram} />
            <Measured certificate={certificate} />
          </section>
        </div>
      )}
      {pair !== null && (
        <PairView
          key={`${pair.a} ${pair.b}`}
          {...{ runId, read, whole }}
          a={pair.a}
          b={pair.b}
          back={isWorst ? undefined : () => setChosen(null)}
        />
      )}
      <MaterialUses materials={certificate.materials} />
      <PlanFacts certificate={certificate} />
      <ComparedFacts compared={certificate.compared} />
      <section className="rp-certificate__meaning">
        <h2>{t('mixing:difference.meaning')}</h2>
        <h3>{t('mixing:difference.proven')}</h3>
        <p>{t('mixing:difference.proven-text')}</p>
        <h3>{t('mixing:difference.unproven')}</h3>
        <p>{t('mixing:difference.unproven-text')}</p>
        <p className="rp-certificate__about">{t('mixing:certificate.method-note')}</p>
      </section>
    </>
  );
});

/** Pairs by how many of their pictures differ, in steps of five per cent. */
function Histogram({ steps }: { steps: readonly number[] }) {
  const t = useText();
  const width = 100 / steps.length;
  const formatStep = (from: unknown): string => `${String(from)}–${Math.round(Number(from) + width)} %`;
  return (
    <Chart
      kind="bars"
      label={t('mixing:certificate.histogram')}
      x={{ label: t('mixing:certificate.histogram-axis'), format: formatStep }}
      y={{ label: t('mixing:distances.pairs') }}
      points={steps.map((count, index) => ({ x: Math.round(index * width), y: count }))}
    />
  );
}

function Figure({ name, value, of }: { name: string; value: number | string | null; of?: number }) {
  const t = useText();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value === null ? '–' : typeof value === 'number' ? Math.round(value * 10) / 10 : value}
        {of !== undefined && value !== null && <span>{t('mixing:certificate.of-groups', { groups: of })}</span>}
      </dd>
    </div>
  );
}

function Measured({ certificate }: Pick<ReadCertificate, 'certificate'>) {
  const t = useText();
  const { footage, ordered, audio, openings, failures } = certificate;
  const range = loudnessRanges(certificate);
  const made = copiedShots(certificate);
  const facts = [
    ['footage-least', percent(footage.least)],
    ['footage-median', percent(footage.median)],
    ['ordered-least', ordered.least.toFixed(2)],
    ['audio-most', percent(audio.most)],
    ['openings', t('mixing:certificate.openings-value', openings)],
    ...(range === null ? [] : [['loudness', t('mixing:certificate.loudness-value', range)] as const]),
    ...(made === null ? [] : [['made', t('mixing:certificate.made-value', made)] as const]),
    ['failures', String(failures.length)],
  ] as const;
  return (
    <dl className="rp-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`mixing:certificate.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
