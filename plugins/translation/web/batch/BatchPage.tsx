import { useEffect, useState } from 'react';

import { BackLink } from '#core/web/components/BackLink.tsx';
import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { describeTimeLeft } from '#core/web/tasks/describe-job.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { Tabs } from '#core/web/ui/Tabs.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import type { Batch } from '#plugins/translation/calls.ts';
import { BATCHES } from './addresses.ts';
import { BatchItems } from './BatchItems.tsx';
import { BatchLanguages } from './BatchLanguages.tsx';
import { BatchStore } from './BatchStore.ts';
import { BatchVideos } from './BatchVideos.tsx';
import { countsText, shareOf, shownState, TONES, totalOf } from './batch-words.ts';
import './batch.css';

const VIEWS = ['languages', 'videos', 'items'] as const;

/** A batch: how far it is by language and by video, what it waits for, and why some have failed. */
export const BatchPage = observer(function BatchPage({ id }: { id: string }) {
  const t = useText();
  const store = useStore(BatchStore);
  useEffect(() => store.open(id), [store, id]);
  useFollowed(store.live);
  const { value, failure } = store.live;
  const batch = value?.id === id ? value : null;
  return (
    <>
      <BackLink to={BATCHES}>{t('translation:batch.title')}</BackLink>
      <PageFrame
        title={batch?.name ?? t('translation:batch.title')}
        width="wide"
        aside={
          batch !== null && (
            <Tag tone={TONES[shownState(batch)]}>{t(`translation:batch.state-${shownState(batch)}`)}</Tag>
          )
        }
        actions={batch !== null && <Steering batch={batch} />}
      >
        {batch === null && failure !== null && (
          <LoadError
            text={t('translation:batch.unread')}
            error={failure.error}
            onRetry={() => void store.live.load()}
          />
        )}
        {batch === null && failure === null && <Skeleton shape="rows" count={6} />}
        {batch !== null && <Followed batch={batch} />}
      </PageFrame>
    </>
  );
});

const Steering = observer(function Steering({ batch: { state } }: { batch: Batch }) {
  const t = useText();
  const store = useStore(BatchStore);
  const pause = usePluginCallback(() => store.pause());
  const resume = usePluginCallback(() => store.resume());
  const stop = usePluginCallback(() => store.cancel());
  const remove = usePluginCallback(() => store.remove());
  if (state === 'done' || state === 'cancelled') {
    return (
      <Button icon="trash" onClick={remove}>
        {t('translation:batch.remove')}
      </Button>
    );
  }
  return (
    <>
      {state === 'working' ? (
        <Button icon="pause" onClick={pause}>
          {t('translation:batch.pause')}
        </Button>
      ) : (
        <Button icon="play" variant="primary" onClick={resume}>
          {t('translation:batch.resume')}
        </Button>
      )}
      <Button icon="stop" onClick={stop}>
        {t('translation:batch.stop')}
      </Button>
    </>
  );
});

const Followed = observer(function Followed({ batch }: { batch: Batch }) {
  const t = useText();
  const store = useStore(BatchStore);
  const [view, setView] = useState<(typeof VIEWS)[number]>('languages');
  const { counts, secondsLeft, state } = batch;
  const acceptAll = usePluginCallback(() => store.accept());
  const told = countsText(t, counts);
  return (
    <>
      <div className="rp-batch-progress">
        <ProgressBar value={shareOf(counts)} label={told} waiting={state !== 'working'} />
        <p role="status">{[told, ...describeTimeLeft({ secondsLeft }, t)].join(' · ')}</p>
      </div>
      {batch.error !== null && <Notice kind="warning">{batch.error}</Notice>}
      {counts.review > 0 && (
        <Notice
          kind="info"
          actions={
            <Button size="small" icon="check" onClick={acceptAll}>
              {t('translation:batch.accept-all')}
            </Button>
          }
        >
          {t('translation:batch.waits', { count: counts.review })}
        </Notice>
      )}
      {batch.causes.map((cause) => (
        <Cause key={cause.code} cause={cause} canRetry={state !== 'cancelled'} />
      ))}
      <Tabs
        label={t('translation:batch.views')}
        tabs={[
          { value: 'languages', text: t('translation:batch.by-language'), count: batch.languages.length },
          { value: 'videos', text: t('translation:batch.by-video'), count: batch.videos.length },
          { value: 'items', text: t('translation:batch.each'), count: totalOf(counts) },
        ]}
        value={view}
        onChange={setView}
      >
        {view === 'languages' && <BatchLanguages batch={batch} />}
        {view === 'videos' && <BatchVideos batch={batch} />}
        {view === 'items' && <BatchItems batch={batch} />}
      </Tabs>
    </>
  );
});

/** Why some have failed, and all of them once more. */
const Cause = observer(function Cause({ cause, canRetry }: { cause: Batch['causes'][number]; canRetry: boolean }) {
  const t = useText();
  const store = useStore(BatchStore);
  const { code, text, count } = cause;
  const retry = usePluginCallback(() => store.retry(code));
  return (
    <Notice
      kind="error"
      title={t('translation:batch.failed', { count })}
      actions={
        canRetry && (
          <Button size="small" icon="refresh" onClick={retry}>
            {t('translation:batch.retry', { count })}
          </Button>
        )
      }
    >
      {text}
    </Notice>
  );
});
