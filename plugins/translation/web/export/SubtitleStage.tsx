import { autorun } from 'mobx';
import { useEffect, useRef, type ReactNode } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BoxStage } from '#core/web/studio/BoxStage.tsx';
import type { StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { pictureSize } from '#core/web/tools/VideoEditor.tsx';

import type { Material } from '#plugins/materials/api.ts';
import type { Line } from '#plugins/translation/calls.ts';
import { safeArea } from '#plugins/translation/safe-areas.ts';
import { lookOf } from '#plugins/translation/subtitle-style.ts';
import { ExportDraft } from './ExportDraft.ts';
import { SubtitlePictures, type WantedPicture } from './SubtitlePictures.ts';
import '../parts/translation.css';

interface SubtitleStageProps {
  video: Material;
  playback: StudioPlayback;
  /** The player's picture. */
  children: ReactNode;
}

/** The video with its subtitles over it, as they will be burned in, and with what a platform draws over its edges. */
export const SubtitleStage = observer(function SubtitleStage({ video, playback, children }: SubtitleStageProps) {
  const t = useText();
  const { options } = useStore(ExportDraft);
  return (
    <BoxStage label={t('translation:export.preview')} picture={pictureSize(video)}>
      {children}
      <SafeArea video={video} />
      {options.form !== 'soft' && <DrawnLine playback={playback} />}
      {options.form === 'soft' && <ShownText playback={playback} />}
    </BoxStage>
  );
});

/** What stays free of buttons and descriptions. */
const SafeArea = observer(function SafeArea({ video }: { video: Material }) {
  const { options } = useStore(ExportDraft);
  const { form, style } = options;
  if (form === 'soft' || style.safeArea === 'none') return null;
  const { top, bottom, left, right } = safeArea(style.safeArea, pictureSize(video));
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  return (
    <div
      className="rp-export-safe"
      aria-hidden="true"
      style={{ inset: `${percent(top)} ${percent(right)} ${percent(bottom)} ${percent(left)}` }}
    />
  );
});

/** Milliseconds between two pictures of words that take their colour. */
const WORD_STEP = 100;

const DrawnLine = observer(function DrawnLine({ playback }: { playback: StudioPlayback }) {
  const t = useText();
  const draft = useStore(ExportDraft);
  const pictures = useStore(SubtitlePictures);
  const wanted = wantedAt(draft, playback);
  const last = useRef<{ line: string; picture: string } | null>(null);
  useEffect(
    () =>
      autorun(() => {
        const next = wantedAt(draft, playback);
        if (next !== null) pictures.want(next);
      }),
    [draft, playback, pictures],
  );
  if (wanted === null) return null;
  const drawn = pictures.of(wanted);
  const line = `${wanted.cue} ${wanted.language}`;
  if (drawn !== undefined) last.current = { line, picture: drawn.picture };
  // Until another look of the same line is drawn, the one before stays.
  const picture = drawn?.picture ?? (last.current?.line === line ? last.current.picture : undefined);
  return (
    <>
      {picture !== undefined && <img className="rp-export-line" src={picture} alt="" draggable={false} />}
      {drawn !== undefined && drawn.missing.length > 0 && (
        <p className="rp-export-missing" role="status">
          {t('translation:export.font-missing', {
            characters: drawn.missing.map(({ character }) => character).join(' '),
            packages: [...new Set(drawn.missing.map((each) => each.package))].join(' '),
          })}
        </p>
      )}
    </>
  );
});

/** What is drawn at the moment that is shown; null where no line is. */
function wantedAt(draft: ExportDraft, playback: StudioPlayback): WantedPicture | null {
  const { project, shown, lines, options, revision } = draft;
  const line = lineAt(lines, playback);
  if (project === null || shown === null || line === undefined) return null;
  const { style, second } = options;
  const isSung = lookOf(style).karaoke !== undefined && shown === project.from;
  return {
    ...{
      project: project.id,
      language: shown,
      second: second === shown ? null : second,
      cue: line.cue,
      style,
      revision,
    },
    at: isSung && !playback.isPlaying ? Math.floor((playback.time * 1000) / WORD_STEP) * WORD_STEP : line.start,
  };
}

function lineAt(lines: readonly Line[], { time }: StudioPlayback): Line | undefined {
  const now = time * 1000;
  return lines.find(({ start, end }) => now >= start && now < end);
}

/** The text as players may show it. */
const ShownText = observer(function ShownText({ playback }: { playback: StudioPlayback }) {
  const { lines, shown, project } = useStore(ExportDraft);
  const line = lineAt(lines, playback);
  if (line === undefined) return null;
  return (
    <div className="rp-review-stage" aria-hidden="true">
      <p dir="auto">{shown === project?.from ? line.source : line.text}</p>
    </div>
  );
});
