import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';

import type { SubtitleFormat } from '#core/contract/timed-text/read-text.ts';
import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { HTTP, HttpFailure } from '#core/web/http/http.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useParams, useSearchParams } from '#core/web/router/links.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { saveBlob } from '#core/web/save-blob.ts';
import { BoxStage } from '#core/web/studio/BoxStage.tsx';
import type { StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { frameStart } from '#core/web/studio/frames/frame-grid.ts';
import { pictureSize, useOpenVideo, VideoEditor } from '#core/web/tools/VideoEditor.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import type { TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import type { Material } from '#plugins/materials/api.ts';

import { exportSheet } from '#plugins/copywriting/calls.ts';
import { ExportMenu } from '../files/ExportMenu.tsx';
import type { Imported, ImportInto } from '../files/ImportDialog.tsx';
import { saveSheet, stemOf, textFile } from '#core/web/subtitle-files.ts';
import { ConflictNotice } from './ConflictNotice.tsx';
import { CueList } from './CueList.tsx';
import { CueTimeline } from './CueTimeline.tsx';
import { CueTools } from './CueTools.tsx';
import type { ToTime } from '../timing/TimingDialog.tsx';
import { commandOf, seenFrom } from './keys.ts';
import { TextEditor } from './TextEditor.ts';
import { VideoMoments } from './VideoMoments.ts';
import '../texts/copywriting.css';
import './editor.css';

/** A text with its video: every cue can be written, timed, parted and joined, and what readers stumble over is shown. */
export default observer(function TextPage() {
  const t = useText();
  const { id = '' } = useParams();
  const editor = useStore(TextEditor);
  const [router, http, dialogs] = [useService(ROUTER), useService(HTTP), useService(DIALOGS)];
  useEffect(() => editor.open(id), [editor, id]);
  useEffect(() => {
    const stop = router.confirmLeaving((end) => editor.isAtRisk(end), {
      rescue: async () => ({
        name: `${t('copywriting:rescue-name', { name: stemOf(editor.document?.name ?? '') })}.srt`,
        blob: textFile(editor.cues, 'srt'),
      }),
    });
    return () => void stop();
  }, [router, editor, t]);
  const exportAs = usePluginCallback(async (format: SubtitleFormat) => {
    const name = stemOf(editor.document?.name ?? '');
    if (format !== 'xlsx') return saveBlob(textFile(editor.cues, format, sizeOf(editor.material)), `${name}.${format}`);
    await editor.save();
    return saveSheet((await http.call(exportSheet, { params: { id } })).base64, name);
  });
  const importFile = usePluginCallback(async () => {
    const into: ImportInto = {
      ...{ seconds: editor.document?.seconds ?? null, language: editor.language, replaces: editor.cues.length > 0 },
    };
    const imported = await dialogs.open<Imported>('copywriting/import', into);
    if (imported !== undefined) editor.change(imported.cues);
  });
  const time = usePluginCallback(async () => {
    const { material: video, language, cues, index } = editor;
    if (video === null) return;
    const asked: ToTime = { materialId: video.id, language, cues, index };
    const timed = await dialogs.open<readonly TimedCue[]>('copywriting/timing', asked);
    if (timed !== undefined) editor.change(timed);
  });
  const { document, material, failure, isSaving, hasFailed, isDirty, conflict } = editor;
  const isReady = document !== null && document.state !== 'extracting';
  const [query, setQuery] = useSearchParams();
  const hasOpened = useRef(false);
  const isAsked = query.has('timing') && isReady && material?.state === 'ready';
  useEffect(() => {
    if (!isAsked || hasOpened.current) return;
    hasOpened.current = true;
    setQuery({}, { replace: true });
    time();
  }, [isAsked, setQuery, time]);
  const saved = hasFailed ? 'failed' : isSaving ? 'saving' : isDirty ? 'unsaved' : 'saved';
  return (
    <PageFrame
      title={document?.name ?? t('copywriting:editor.title')}
      width="wide"
      aside={isReady ? <span role="status">{t(`copywriting:editor.${saved}`)}</span> : undefined}
      actions={
        <>
          <IconButton
            icon="undo"
            label={t('copywriting:editor.undo')}
            disabled={!editor.mayUndo}
            onClick={editor.undo}
          />
          <IconButton
            icon="redo"
            label={t('copywriting:editor.redo')}
            disabled={!editor.mayRedo}
            onClick={editor.redo}
          />
          <Button icon="sound" disabled={!isReady || material?.state !== 'ready'} onClick={time}>
            {t('copywriting:timing.open')}
          </Button>
          <Button icon="upload" disabled={!isReady} onClick={importFile}>
            {t('copywriting:import')}
          </Button>
          <ExportMenu disabled={editor.cues.length === 0} onChoose={exportAs} />
        </>
      }
    >
      {failure !== null && document === null && (
        <LoadError
          text={t(isMissing(failure) ? 'copywriting:missing' : 'copywriting:unread')}
          error={failure}
          onRetry={() => void editor.load(id)}
        />
      )}
      {document === null && failure === null && <Skeleton shape="rows" count={6} />}
      {document?.state === 'extracting' && <Notice kind="info">{t('copywriting:editor.extracting')}</Notice>}
      {document?.state === 'failed' && document.error !== null && <Notice kind="error">{document.error}</Notice>}
      {conflict !== null && <ConflictNotice conflict={conflict} />}
      {isReady &&
        (material === null || material.state !== 'ready' ? (
          <WithoutVideo />
        ) : (
          <WithVideo key={material.id} material={material} />
        ))}
    </PageFrame>
  );
});

/** Whether there is no such text: it was removed, or the address is wrong. */
const isMissing = (failure: unknown): boolean =>
  failure instanceof HttpFailure && (failure.status === 404 || failure.status === 422);

const sizeOf = (material: Material | null) => pictureSize(material ?? { width: null, height: null });

const WithVideo = observer(function WithVideo({ material }: { material: Material }) {
  const t = useText();
  const editor = useStore(TextEditor);
  const open = useOpenVideo(material);
  const { playback } = open;
  const moments = useStore(VideoMoments);
  useEffect(() => moments.open(material.id), [moments, material.id]);
  useStart(playback);
  const { grid } = playback;
  useEffect(() => editor.setFrame((frameStart(grid, 1) - frameStart(grid, 0)) * 1000), [editor, grid]);
  return (
    <Keys playback={playback}>
      <VideoEditor
        open={open}
        panel="list"
        timeline={<CueTimeline open={open} />}
        below={<CueTools playback={playback} />}
        stage={(screen) => (
          <BoxStage label={t('copywriting:editor.stage')} picture={pictureSize(material)}>
            {screen}
            <ShownCues playback={playback} />
          </BoxStage>
        )}
      >
        <CueList playback={playback} language={editor.language} />
      </VideoEditor>
    </Keys>
  );
});

/** Goes to the moment that the address names, such as that of words that were searched for. */
function useStart(playback: StudioPlayback): void {
  const editor = useStore(TextEditor);
  const [query] = useSearchParams();
  const at = Number(query.get('at') ?? NaN);
  const { duration } = playback;
  useEffect(() => {
    if (!Number.isFinite(at) || duration === 0) return;
    playback.seek(seenFrom(at));
    editor.select(editor.cues.find(({ start }) => start >= at)?.id ?? null, { writes: false });
  }, [editor, playback, at, duration]);
}

const WithoutVideo = observer(function WithoutVideo() {
  const t = useText();
  const editor = useStore(TextEditor);
  return (
    <Keys playback={null}>
      <Notice kind="info">{t('copywriting:editor.no-video')}</Notice>
      <CueTools playback={null} />
      <CueList playback={null} language={editor.language} />
    </Keys>
  );
});

/** Keys work wherever the focus is in the editor; what they do stands below the picture. */
const Keys = observer(function Keys({ playback, children }: { playback: StudioPlayback | null; children: ReactNode }) {
  const editor = useStore(TextEditor);
  const moments = useStore(VideoMoments);
  const hear = (event: KeyboardEvent<HTMLElement>): void => {
    const command = commandOf(event, editor, playback, moments);
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    command();
  };
  return (
    <div role="presentation" className="rp-cue-editor" onKeyDownCapture={hear}>
      {children}
    </div>
  );
});

/** The cues of the shown moment, over the picture as a player shows them. */
const ShownCues = observer(function ShownCues({ playback }: { playback: StudioPlayback }) {
  const { cues } = useStore(TextEditor);
  const now = playback.time * 1000;
  const shown = cues.filter(({ start, end, source }) => source !== 'picture' && now >= start && now < end);
  if (shown.length === 0) return null;
  return (
    <div className="rp-cue-stage" aria-hidden="true">
      <div className="rp-cue-stage__text">
        {shown.map(({ id, text }) => (
          <p key={id} dir="auto">
            {text}
          </p>
        ))}
      </div>
    </div>
  );
});
