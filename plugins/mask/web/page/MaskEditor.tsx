import { useEffect, useState } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { StudioPlayer, useStudioPlayback, type StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { Timeline } from '#core/web/studio/Timeline.tsx';

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
  // Every answer signs the address again, and a new one would load the same video again.
  const [url] = useState(material.url);
  const [wanted, choose] = useState<string | null>(null);
  const chosen = masks.find((edit) => edit.id === wanted) ?? masks[0] ?? null;
  const { language } = draft;
  const reads = material.state === 'ready' && masks.some(({ mask }) => followsText(mask));
  useEffect(() => {
    if (reads) void draft.findText(id);
  }, [draft, id, reads, language]);
  const playback: StudioPlayback = useStudioPlayback(url, {
    seconds: material.seconds ?? 0,
    range: chosen?.window ?? null,
    onRange: (window) => {
      if (chosen !== null) draft.setMask(id, chosen.id, (edit) => withWindow(edit, window, playback.duration));
    },
  });
  return (
    <div className="rp-mask">
      <div className="rp-mask__stage">
        <StudioPlayer
          playback={playback}
          url={url}
          label={material.name}
          poster={material.poster}
          sprite={material.sprite}
          timeline={<MaskTimeline {...{ playback, video }} onChoose={choose} />}
        >
          {(screen) => (
            <MaskStage {...{ playback, video, chosen }} onChoose={choose}>
              {screen}
            </MaskStage>
          )}
        </StudioPlayer>
      </div>
      <MaskSettings {...{ playback, video, chosen }} onChoose={choose} />
    </div>
  );
});

interface MaskTimelineProps {
  playback: StudioPlayback;
  video: MaskedVideo;
  onChoose(id: string): void;
}

const MaskTimeline = observer(function MaskTimeline({ playback, video, onChoose }: MaskTimelineProps) {
  const t = useText();
  const draft = useStore(MaskDraft);
  const { id, material, masks } = video;
  const { time, grid } = playback;
  const duration = playback.duration || (material.seconds ?? 0);
  const cues = masks.some(({ mask }) => followsText(mask)) ? (draft.textOf(id)?.cues ?? []) : [];
  const ranges = masks.map((edit) => {
    return { id: edit.id, name: nameOfMask(t, masks, edit), ...(edit.window ?? { start: 0, end: duration }) };
  });
  return (
    <Timeline
      label={t('mask:timeline')}
      {...{ duration, time, grid }}
      sprite={material.sprite}
      peaks={material.peaks}
      ranges={duration === 0 ? [] : ranges}
      markers={cues.slice(0, MOST_MARKERS).map(({ from, text }, at) => {
        return { id: String(at), name: text, seconds: from };
      })}
      onSeek={playback.seek}
      onFocus={onChoose}
      onRange={(mask, next) => {
        const window = next.start <= 0 && next.end >= duration ? null : next;
        draft.setMask(id, mask, (edit) => withWindow(edit, window, duration));
      }}
    />
  );
});
