import { useEffect, useState } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { secondsOf, useOpenVideo, VideoEditor, VideoTimeline, type OpenVideo } from '#core/web/tools/VideoEditor.tsx';

import { findsText } from '#plugins/removal/removal-settings.ts';
import { withWindow, type CleanedVideo } from '../draft/cleaned-video.ts';
import { RemovalDraft } from '../draft/RemovalDraft.ts';
import { windowsOf } from './place-names.ts';
import { RemovalSettings } from './RemovalSettings.tsx';
import { RemovalStage } from './RemovalStage.tsx';
import { StillBar } from './StillBar.tsx';
import { useStill } from './use-still.ts';

/** Texts that are marked on the timeline, at most. */
const MOST_MARKERS = 200;

/** The video that is shown: its picture with the places, their time, and their settings. Keyed by the video. */
export const RemovalEditor = observer(function RemovalEditor({ video }: { video: CleanedVideo }) {
  const draft = useStore(RemovalDraft);
  const { id, material, edits } = video;
  const [wanted, choose] = useState<string | null>(null);
  const chosen = edits.find((edit) => edit.id === wanted) ?? edits[0] ?? null;
  const { language } = draft;
  const reads = material.state === 'ready' && edits.some(({ removal }) => findsText(removal));
  useEffect(() => {
    if (reads) void draft.findText(id);
  }, [draft, id, reads, language]);
  const open: OpenVideo = useOpenVideo(material, {
    range: chosen?.window ?? null,
    onRange: (window) => {
      if (chosen !== null) draft.setEdit(id, chosen.id, (edit) => withWindow(edit, window, secondsOf(open)));
    },
  });
  const still = useStill(open.playback, video);
  return (
    <VideoEditor
      open={open}
      stage={(screen) => (
        <RemovalStage {...{ playback: open.playback, video, chosen, still }} onChoose={choose}>
          {screen}
        </RemovalStage>
      )}
      timeline={<PlaceTimeline {...{ open, video }} onChoose={choose} />}
      below={<StillBar video={video} still={still} />}
    >
      <RemovalSettings {...{ open, video, chosen }} onChoose={choose} />
    </VideoEditor>
  );
});

interface PlaceTimelineProps {
  open: OpenVideo;
  video: CleanedVideo;
  onChoose(id: string): void;
}

const PlaceTimeline = observer(function PlaceTimeline({ open, video, onChoose }: PlaceTimelineProps) {
  const t = useText();
  const draft = useStore(RemovalDraft);
  const { id, edits } = video;
  const cues = edits.some(({ removal }) => findsText(removal)) ? (draft.textOf(id)?.cues ?? []) : [];
  return (
    <VideoTimeline
      open={open}
      label={t('removal:timeline')}
      windows={windowsOf(t, edits)}
      markers={cues.slice(0, MOST_MARKERS).map(({ from, text }, at) => {
        return { id: String(at), name: text, seconds: from };
      })}
      onFocus={onChoose}
      onWindow={(edit, window) => draft.setEdit(id, edit, (before) => withWindow(before, window, secondsOf(open)))}
    />
  );
});
