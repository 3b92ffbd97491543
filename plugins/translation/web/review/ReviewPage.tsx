import { useEffect } from 'react';

import { LoadError } from '#core/web/components/LoadError.tsx';
import { HttpFailure } from '#core/web/http/http.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { textFile } from '#core/web/subtitle-files.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { DubPanel } from '../dubbing/DubPanel.tsx';
import { useLanguageName } from '../parts/use-language-name.ts';
import { cuesOf } from './language-files.ts';
import { LanguageBar } from './LanguageBar.tsx';
import { LineList } from './LineList.tsx';
import { ReviewActions } from './ReviewActions.tsx';
import { ReviewStore } from './ReviewStore.ts';
import { ReviewVideo } from './ReviewVideo.tsx';
import { TermsPanel } from './TermsPanel.tsx';
import './review.css';

/** A project: source and translation side by side, with the video. */
export const ReviewPage = observer(function ReviewPage({ id }: { id: string }) {
  const t = useText();
  const store = useStore(ReviewStore);
  const router = useService(ROUTER);
  useEffect(() => store.open(id), [store, id]);
  useEffect(() => {
    const stop = router.confirmLeaving((end) => store.edits.isAtRisk(end), {
      rescue: async () => ({
        name: `${store.project?.name ?? 'text'}.srt`,
        blob: textFile(
          cuesOf(store.lines.map((line) => ({ ...line, text: store.textOf(line), state: 'drafted' }))),
          'srt',
        ),
      }),
    });
    return () => void stop();
  }, [router, store]);
  const { project, failure, material, target } = store;
  const isGone = failure instanceof HttpFailure && (failure.status === 404 || failure.status === 422);
  return (
    <PageFrame
      title={project?.name ?? t('translation:project.title')}
      width="wide"
      actions={project === null ? undefined : <ReviewActions />}
    >
      {failure !== null && project === null && (
        <LoadError
          text={t(isGone ? 'translation:missing' : 'translation:unread')}
          error={failure}
          onRetry={() => void store.load(id)}
        />
      )}
      {project === null && failure === null && <Skeleton shape="rows" count={6} />}
      {project !== null && (
        <>
          <LanguageBar />
          {target?.state === 'working' && (
            <Notice kind="info">{target.error ?? t('translation:review.working')}</Notice>
          )}
          {target?.state === 'failed' && target.error !== null && (
            <Notice kind="error" announce>
              {target.error}
            </Notice>
          )}
          <Connection />
          {store.language !== null && <TermsPanel key={id} language={store.language} />}
          {store.language !== null && <DubPanel id={id} language={store.language} onLine={(cue) => store.goTo(cue)} />}
          {material !== null && material.state === 'ready' ? (
            <ReviewVideo key={material.id} material={material} />
          ) : (
            <>
              <Notice kind="info">{t('translation:with-video.none')}</Notice>
              <LineList playback={null} />
            </>
          )}
        </>
      )}
    </PageFrame>
  );
});

/** What has to be connected where nothing translates by itself. */
const Connection = observer(function Connection() {
  const t = useText();
  const nameOf = useLanguageName();
  const { engine, hasPair, project, language } = useStore(ReviewStore);
  if (engine === null || project === null || language === null || hasPair) return null;
  if (!engine.isConnected) return <Notice kind="info">{t('translation:engine.connect')}</Notice>;
  return (
    <Notice kind="info">{t('translation:engine.pair', { from: nameOf(project.from), to: nameOf(language) })}</Notice>
  );
});
