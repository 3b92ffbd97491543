import { useEffect } from 'react';

import { LANGUAGES } from '#core/contract/languages.ts';
import { slowestIn, type SlowStretch } from '#core/contract/slow-stretches.ts';
import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { HTTP, HttpFailure } from '#core/web/http/http.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { BoxStage } from '#core/web/studio/BoxStage.tsx';
import type { StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { textFile } from '#core/web/subtitle-files.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { pictureSize, useOpenVideo, VideoEditor, VideoTimeline } from '#core/web/tools/VideoEditor.tsx';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import type { Material } from '#plugins/materials/api.ts';

import { DubPanel } from '../dubbing/DubPanel.tsx';
import { DubStore } from '../dubbing/DubStore.ts';
import { EXPORTS_AT } from '../export/addresses.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { cuesOf, exportLanguage, EXPORTS, importFile, SLOWED_EXPORTS, type ExportFormat } from './language-files.ts';
import { LineList } from './LineList.tsx';
import { ReviewStore } from './ReviewStore.ts';
import { TermsPanel } from './TermsPanel.tsx';
import '../parts/translation.css';

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
      actions={project === null ? undefined : <Actions />}
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
            <WithVideo key={material.id} material={material} />
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

/** Which language is reviewed, how far it is, and what is done with all of its lines. */
const LanguageBar = observer(function LanguageBar() {
  const t = useText();
  const store = useStore(ReviewStore);
  const voices = useStore(DubStore);
  const [toasts, dialogs] = [useService(TOASTS), useService(DIALOGS)];
  const nameOf = useLanguageName();
  const { project, language, target, hasPair, waiting } = store;
  const acceptAll = usePluginCallback(async () => {
    const count = await store.acceptAll();
    toasts.show({ kind: 'success', text: () => t('translation:review.accepted', { count }) });
  });
  const translate = usePluginCallback(() => store.translate(language === null ? [] : [language]));
  const translateAll = usePluginCallback(() => store.translate(waiting));
  const dub = usePluginCallback(() => dialogs.open('translation/dub', store.dubbed));
  const choose = usePluginCallback(async (tag: string) => {
    if (!(await store.choose(tag))) toasts.show({ kind: 'warning', text: () => t('translation:review.unkept') });
  });
  if (project === null) return null;
  const { lines, targets, from } = project;
  const others = LANGUAGES.filter(({ tag }) => tag !== from && !targets.some((each) => each.language === tag));
  const waits = target === null ? 0 : lines - target.drafted + target.changed;
  return (
    <div className="rp-review-bar">
      <Select
        label={t('translation:language')}
        labelHidden
        value={language}
        options={targets.map((each) => ({
          value: each.language,
          text: `${nameOf(each.language)} · ${each.done}/${lines}`,
        }))}
        onChange={choose}
      />
      {hasPair && (
        <Button
          variant="primary"
          icon="translate"
          busy={target?.state === 'working'}
          disabled={waits === 0}
          onClick={translate}
        >
          {t('translation:review.translate')}
        </Button>
      )}
      {project.targets.length > 1 && waiting.length > 0 && (
        <Button icon="translate" variant="quiet" onClick={translateAll}>
          {t('translation:review.translate-all')}
        </Button>
      )}
      <Button icon="check" disabled={target === null || target.drafted === target.done} onClick={acceptAll}>
        {t('translation:review.accept-all')}
      </Button>
      {store.material !== null && (
        <Button icon="mic" busy={voices.isAtWork} disabled={voices.live.value === null} onClick={dub}>
          {t('translation:dub')}
        </Button>
      )}
      {others.length > 0 && (
        <DropdownMenu
          label={t('translation:review.add')}
          trigger={(menu) => (
            <Button {...menu} icon="plus" variant="quiet">
              {t('translation:review.add')}
            </Button>
          )}
        >
          {others.map(({ tag }) => (
            <MenuItem key={tag} onChoose={() => void store.add(tag)}>
              {nameOf(tag)}
            </MenuItem>
          ))}
        </DropdownMenu>
      )}
    </div>
  );
});

const Actions = observer(function Actions() {
  const t = useText();
  const store = useStore(ReviewStore);
  const [http, toasts, dialogs, router] = [
    useService(HTTP),
    useService(TOASTS),
    useService(DIALOGS),
    useService(ROUTER),
  ];
  const { project, language, lines } = store;
  const take = usePluginCallback(async () => {
    if (project === null || language === null) return;
    const end = await importFile(http, { project, language });
    if (end === undefined) return;
    const text = (): string => {
      if (!('refusal' in end)) {
        return end.taken === 0 ? t('translation:review.import-nothing') : t('translation:review.imported', { ...end });
      }
      return end.refusal === 'duration' ? t('translation:duration') : t(`translation:import.${end.refusal}`);
    };
    toasts.show({ kind: 'refusal' in end || end.taken === 0 ? 'warning' : 'success', text });
    await store.load(project.id);
  });
  const { stretches } = useStore(DubStore);
  const save = usePluginCallback(async (format: ExportFormat, slower?: readonly SlowStretch[]) => {
    if (project === null || language === null) return;
    const left = await exportLanguage(http, { project, language, lines }, format, slower);
    if (left > 0) toasts.show({ kind: 'warning', text: () => t('translation:export.left', { count: left }) });
  });
  const glossary = usePluginCallback(async () => {
    await dialogs.open('translation/glossary', { language });
    await store.terms.read();
  });
  if (project === null) return null;
  return (
    <>
      <Button icon="script" onClick={glossary}>
        {t('translation:glossary')}
      </Button>
      {project.textId !== null && (
        <Button icon="edit" onClick={() => void router.go(`/material/copywriting/${project.textId}`)}>
          {t('translation:review.source')}
        </Button>
      )}
      {project.materialId !== null && (
        <Button icon="film" onClick={() => void router.go(EXPORTS_AT.page(project.id))}>
          {t('translation:export.video')}
        </Button>
      )}
      <Button icon="upload" onClick={take}>
        {t('translation:review.import')}
      </Button>
      <DropdownMenu
        label={t('translation:export')}
        trigger={(menu) => (
          <Button {...menu} icon="download">
            {t('translation:export')}
          </Button>
        )}
      >
        {EXPORTS.map((format) => (
          <MenuItem key={format} onChoose={() => save(format)}>
            {t(`translation:export.${format}`)}
          </MenuItem>
        ))}
        {stretches.length > 0 &&
          SLOWED_EXPORTS.map((format) => (
            <MenuItem key={`${format}-slow`} onChoose={() => save(format, stretches)}>
              {t(`translation:export.${format}-slow`)}
            </MenuItem>
          ))}
      </DropdownMenu>
    </>
  );
});

const WithVideo = observer(function WithVideo({ material }: { material: Material }) {
  const t = useText();
  const open = useOpenVideo(material);
  const { stretches } = useStore(DubStore);
  useEffect(() => playSlower(open.playback, stretches), [open.playback, stretches]);
  return (
    <VideoEditor
      open={open}
      panel="list"
      timeline={<VideoTimeline open={open} label={t('translation:project.title')} />}
      stage={(screen) => (
        <BoxStage
          label={t('translation:project.title')}
          picture={pictureSize(material)}
          boxes={[]}
          chosen={null}
          onChoose={() => undefined}
          onChange={() => undefined}
        >
          {screen}
          <ShownLine playback={open.playback} />
        </BoxStage>
      )}
    >
      <LineList playback={open.playback} />
    </VideoEditor>
  );
});

/** Plays a video as slow as a dub of it is. @returns stops that */
function playSlower(playback: StudioPlayback, stretches: readonly SlowStretch[]): () => void {
  return playback.onFrame((video) => {
    if (playback.speed <= 0) return;
    const now = video.currentTime * 1000;
    const rate = playback.speed / slowestIn(stretches, { start: now, end: now + 1 });
    if (video.playbackRate !== rate) video.playbackRate = rate;
  });
}

/** The translation of the shown moment, over the picture. */
const ShownLine = observer(function ShownLine({ playback }: { playback: StudioPlayback }) {
  const store = useStore(ReviewStore);
  const now = playback.time * 1000;
  const shown = store.lines.find(({ start, end }) => now >= start && now < end);
  const text = shown === undefined ? '' : store.textOf(shown);
  if (text.trim() === '') return null;
  return (
    <div className="rp-review-stage" aria-hidden="true">
      <p dir="auto">{text}</p>
    </div>
  );
});
