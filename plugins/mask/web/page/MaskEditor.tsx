import { useEffect, useState } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { secondsOf, useOpenVideo, VideoEditor, VideoTimeline, type OpenVideo } from '#core/web/tools/VideoEditor.tsx';

import { followsText } from '#plugins/mask/mask-settings.ts';
import { MaskDraft } from '../draft/MaskDraft.ts';
import { withWindow, type MaskedVideo } from '../draft/masked-video.ts';
import { MaskSettings } from './MaskSettings.tsx';
import { MaskStage } from './MaskStage.tsx';
import { nameOfMask } from './mask-names.ts';

/** Texts that are marked on the timeline, at most. */
const MOST_MARKERS = 200;

/** The video that is shown: its picture under its masks, their time, and their settings. Keyed by the video. */
export const MaskEditor = observer(function MaskEditor({ video }: { video: MaskedVideo }) {
  const draft = useStore(MaskDraft);
  const { id, material, masks } = video;
  const [wanted, choose] = useState<string | null>(null);
  const chosen = masks.find((edit) => edit.id === wanted) ?? masks[0] ?? null;
  const { language } = draft;
  const reads = material.state === 'ready' && masks.some(({ mask }) => followsText(mask));
  useEffect(() => {
    if (reads) void draft.findText(id);
  }, [draft, id, reads, language]);
  const open: OpenVideo = useOpenVideo(material, {
    range: chosen?.window ?? null,
    onRange: (window) => {
      if (chosen !== null) draft.setMask(id, chosen.id, (edit) => withWindow(edit, window, secondsOf(open)));
    },
  });
  const { playback } = open;
  return (
    <VideoEditor
      open={open}
      stage={(screen) => (
        <MaskStage {...{ playback, video, chosen }} onChoose={choose}>
          {screen}
        </MaskStage>
      )}
      timeline={<MaskTimeline {...{ open, video }} onChoose={choose} />}
    >
      <MaskSettings {...{ open, video, chosen }} onChoose={choose} />
    </VideoEditor>
  );
});

interface MaskTimelineProps {
  open: OpenVideo;
  video: MaskedVideo;
  onChoose(id: string): void;
}

const MaskTimeline = observer(function MaskTimeline({ open, video, onChoose }: MaskTimelineProps) {
  const t = useText();
  const draft = useStore(MaskDraft);
  const { id, masks } = video;
  const cues = masks.some(({ mask }) => followsText(mask)) ? (draft.textOf(id)?.cues ?? []) : [];
  return (
    <VideoTimeline
      open={open}
      label={t('mask:timeline')}
      windows={masks.map((edit) => ({ id: edit.id, name: nameOfMask(t, masks, edit), window: edit.window }))}
      markers={cues.slice(0, MOST_MARKERS).map(({ from, text }, at) => {
        return { id: String(at), name: text, seconds: from };
      })}
      onFocus={onChoose}
      onWindow={(mask, window) => draft.setMask(id, mask, (edit) => withWindow(edit, window, secondsOf(open)))}
    />
  );
});
