import { useEffect } from 'react';

import { cancelToolRun } from '#core/contract/tool-run-calls.ts';
import { Button } from '#core/web/components/Button.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { FEATURE_GATE } from '#core/web/features/feature-gate.ts';
import { HTTP } from '#core/web/http/http.ts';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useLockOfPlugin } from '#core/web/react/use-locked.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { useOptionalService, useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useToolRun } from '#core/web/runs/use-tool-run.ts';
import { lengthWords } from '#core/web/studio/frames/timecode.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import { CLIP_FITTER } from '#plugins/crop/api.ts';
import type { PlannedPost } from '#plugins/publishing/plan-calls.ts';
import { PublishPlan } from './PublishPlan.ts';
import { startCopies } from './start-copies.ts';

/** The plugin that makes copies. */
const FITTER = 'crop';

const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;

const isToFit = ({ fit, copy }: PlannedPost): boolean => fit !== null && copy?.state !== 'making';

/** Has copies made that fit, as long as the page is there to say so; null where nothing makes any. */
function useCopies() {
  const context = usePluginContext();
  const plan = useStore(PublishPlan);
  const fitter = useOptionalService(CLIP_FITTER);
  if (fitter === undefined) return null;
  return {
    isBusy: plan.isFitting,
    start: (posts: readonly PlannedPost[]) => plan.fit(() => startCopies(context, fitter, posts)),
  };
}

/** Makes a copy that fits, of the one post. */
export const FitButton = observer(function FitButton({ post }: { post: PlannedPost }) {
  const t = useText();
  const gate = useService(FEATURE_GATE);
  const lock = useLockOfPlugin(FITTER);
  const copies = useCopies();
  const start = usePluginCallback(async () => copies?.start([post]));
  const { name, copy } = post;
  if (copy?.state === 'making') return <StopButton runId={copy.runId} name={name} />;
  if (!isToFit(post)) return null;
  if (copies === null) {
    if (lock === null) return <span className="rp-plan__facts">{t('publishing:fix.fit-off')}</span>;
    return (
      <Button size="small" icon="lock" onClick={() => gate.offerUpgrade(lock)}>
        {t('publishing:fix.fit-locked')}
      </Button>
    );
  }
  return (
    <Button size="small" busy={copies.isBusy} aria-label={t('publishing:fix.fit-named', { name })} onClick={start}>
      {t('publishing:fix.fit')}
    </Button>
  );
});

/** Stops the run that makes a copy, with the copies that it makes beside it. */
function StopButton({ runId, name }: { runId: string; name: string }) {
  const t = useText();
  const http = useService(HTTP);
  const plan = useStore(PublishPlan);
  const stop = usePluginCallback(async () => {
    await http.call(cancelToolRun, { params: { id: runId } }).catch(() => undefined);
    await plan.live.load();
  });
  return (
    <Button size="small" aria-label={t('publishing:fit.cancel-named', { name })} onClick={stop}>
      {t('publishing:fit.cancel')}
    </Button>
  );
}

/** What a copy will be or is, and how far it is. */
export const FitFacts = observer(function FitFacts({ post }: { post: PlannedPost }) {
  const t = useText();
  const { fit, copy } = post;
  if (copy?.state === 'making') return <CopyProgress key={copy.runId} runId={copy.runId} post={post} />;
  const becomes = copy?.made ?? fit;
  if (becomes === null) return null;
  const { seconds, width, height, bytes } = becomes;
  const params = { length: lengthWords(seconds), width, height, size: megabytes(bytes ?? 0) };
  const planned = bytes === null ? 'fit.becomes' : 'fit.becomes-bytes';
  const text = becomes === fit ? planned : 'fit.made';
  return <span className="rp-plan__facts">{t(`publishing:${text}`, params)}</span>;
});

const CopyProgress = observer(function CopyProgress({ runId, post }: { runId: string; post: PlannedPost }) {
  const t = useText();
  const run = useToolRun(runId);
  useFollowed(run);
  const { live: plan } = useStore(PublishPlan);
  const { isUnderWay } = run;
  // Its end may have come before the page heard of it.
  useEffect(() => void (isUnderWay === false && plan.load()), [isUnderWay, plan]);
  const item = run.all.find(({ sources }) => sources.includes(post.fileId));
  const done = item === undefined ? 0 : item.state === 'made' ? 1 : run.progressOf(item.id);
  return (
    <span className="rp-plan__making">
      <span className="rp-plan__facts">{t('publishing:fit.making', { percent: Math.floor(done * 100) })}</span>
      <ProgressBar value={done} label={t('publishing:fit.making-of', { name: post.name })} waiting={done === 0} />
      <span className="rp-plan__facts">{t('publishing:fit.waits')}</span>
    </span>
  );
});

/** Makes copies for all posts at once that can be made to fit. */
export const FitNotice = observer(function FitNotice({ posts }: { posts: readonly PlannedPost[] }) {
  const t = useText();
  const copies = useCopies();
  const fitting = posts.filter(isToFit);
  const start = usePluginCallback(async () => copies?.start(fitting));
  if (fitting.length < 2 || copies === null) return null;
  return (
    <Notice
      kind="info"
      actions={
        <Button size="small" busy={copies.isBusy} onClick={start}>
          {t('publishing:fit.all-do')}
        </Button>
      }
    >
      {t('publishing:fit.all', { count: fitting.length })}
    </Notice>
  );
});
