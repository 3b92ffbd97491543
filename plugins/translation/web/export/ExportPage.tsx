import { useEffect } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useLocked } from '#core/web/react/use-locked.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useParams } from '#core/web/router/links.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { ToolRunHistory } from '#core/web/runs/ToolRunHistory.tsx';
import { ActionBar } from '#core/web/tools/ActionBar.tsx';
import { CostNote } from '#core/web/tools/CostNote.tsx';
import { FolderChoice } from '#core/web/tools/FolderChoice.tsx';
import { useOpenVideo, VideoEditor, VideoTimeline } from '#core/web/tools/VideoEditor.tsx';
import { Empty } from '#core/web/ui/Empty.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { ReadOnly, useReadOnly } from '#core/web/ui/ReadOnly.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import type { Material } from '#plugins/materials/api.ts';

import { EXPORT_TOOL } from '#plugins/translation/export-settings.ts';
import { EXPORTS_AT } from './addresses.ts';
import { ExportDraft } from './ExportDraft.ts';
import { FormSettings, LanguageSettings, SourceSettings } from './LanguageSettings.tsx';
import { StyleSettings } from './StyleSettings.tsx';
import { SubtitleStage } from './SubtitleStage.tsx';
import './export.css';

/** The videos of a project: which languages, burned in or as tracks, and how they look. */
export default observer(function ExportPage() {
  const t = useText();
  const { id = '' } = useParams();
  const draft = useStore(ExportDraft);
  const router = useService(ROUTER);
  const isLocked = useLocked() !== null;
  useEffect(() => draft.open(id), [draft, id]);
  const { project, material, failure } = draft;
  const isReady = material !== null && material.state === 'ready' && material.deletedAt === null;
  const back = () => void router.go(`/video/translation/${id}`);
  return (
    <PageFrame
      title={t('translation:export.title', { name: project?.name ?? '' })}
      width="wide"
      actions={
        <Button icon="edit" onClick={back}>
          {t('translation:export.back')}
        </Button>
      }
    >
      {failure !== null && project === null && (
        <LoadError text={t('translation:unread')} error={failure} onRetry={() => void draft.load(id)} />
      )}
      {project === null && failure === null && <Skeleton shape="rows" count={6} />}
      {project !== null && !isReady && (
        <Empty
          icon="film"
          title={t(material?.state === 'preparing' ? 'translation:export.preparing' : 'translation:export.no-video')}
          action={
            <Button variant="primary" icon="edit" onClick={back}>
              {t('translation:export.back')}
            </Button>
          }
        />
      )}
      {project !== null && isReady && (
        <ReadOnly when={isLocked}>
          <div className="rp-export">
            <Editor key={material.id} material={material} />
          </div>
          <ActionBar>
            <Start />
          </ActionBar>
        </ReadOnly>
      )}
      {project !== null && <ToolRunHistory tool={EXPORT_TOOL} of={project.id} to={EXPORTS_AT.run} />}
    </PageFrame>
  );
});

const Editor = observer(function Editor({ material }: { material: Material }) {
  const t = useText();
  const { options, lines } = useStore(ExportDraft);
  const open = useOpenVideo(material);
  const { playback } = open;
  const [first] = lines;
  const begin = first === undefined ? null : (first.start + Math.min(300, (first.end - first.start) / 2)) / 1000;
  useEffect(() => {
    // What is chosen is seen at once, rather than a picture without a subtitle.
    if (begin !== null && playback.time === 0) playback.seek(begin);
  }, [playback, begin]);
  return (
    <VideoEditor
      open={open}
      stage={(screen) => (
        <SubtitleStage video={material} playback={playback}>
          {screen}
        </SubtitleStage>
      )}
      timeline={
        <VideoTimeline
          open={open}
          label={t('translation:export.preview')}
          markers={lines.slice(0, 200).map(({ cue, text, source, start }) => ({
            ...{ id: cue, name: text === '' ? source : text, seconds: start / 1000 },
          }))}
        />
      }
    >
      <LanguageSettings />
      <FormSettings />
      <SourceSettings />
      {options.form !== 'soft' && <StyleSettings />}
    </VideoEditor>
  );
});

const Start = observer(function Start() {
  const t = useText();
  const draft = useStore(ExportDraft);
  const isReadOnly = useReadOnly();
  const { videos, options, coveredSeconds, material } = draft;
  const seconds = material?.seconds ?? 0;
  const total =
    options.form === 'soft'
      ? t('translation:export.total-soft', { count: videos })
      : t('translation:export.total', {
          count: videos,
          covered: coveredSeconds.toFixed(1),
          seconds: seconds.toFixed(1),
        });
  return (
    <>
      <p>{total}</p>
      <CostNote tool={EXPORT_TOOL} extent={{ outputs: videos, seconds: seconds * videos }} onShown={draft.agree} />
      <FolderChoice folder={draft.folder} />
      <Button
        variant="primary"
        size="large"
        icon="captions"
        busy={draft.isStarting}
        disabled={isReadOnly || videos === 0}
        onClick={() => void draft.start()}
      >
        {t('translation:export.start', { count: videos })}
      </Button>
    </>
  );
});
