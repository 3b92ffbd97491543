import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { FoundText, PlaceTime } from '#core/web/tools/PlaceParts.tsx';
import { EditorPart, secondsOf, type OpenVideo } from '#core/web/tools/VideoEditor.tsx';
import { Slider } from '#core/web/ui/Slider.tsx';
import { Switch } from '#core/web/ui/Switch.tsx';

import { MOST_KEYS, PADDING } from '#core/contract/box-track.ts';
import {
  hasKeyAt,
  isWhole,
  withMoving,
  withoutKey,
  withPart,
  withWindow,
  type MaskedVideo,
  type MaskEdit,
} from '../draft/masked-video.ts';
import { MaskDraft } from '../draft/MaskDraft.ts';

interface PlaceSettingsProps {
  open: OpenVideo;
  video: MaskedVideo;
  edit: MaskEdit;
}

/** Where and when a mask is seen. */
export const PlaceSettings = observer(function PlaceSettings({ open, video, edit }: PlaceSettingsProps) {
  const t = useText();
  const draft = useStore(MaskDraft);
  const { window, mask } = edit;
  return (
    <>
      <EditorPart title={t(mask.place.kind === 'text' ? 'mask:follows-text' : 'mask:position')}>
        {mask.place.kind === 'text' ? (
          <TextSettings video={video} edit={edit} />
        ) : (
          <KeySettings open={open} video={video} edit={edit} />
        )}
      </EditorPart>
      <PlaceTime
        {...{ open, window }}
        onReset={() => draft.setMask(video.id, edit.id, (before) => withWindow(before, null, secondsOf(open)))}
      />
    </>
  );
});

/** How a box goes from position to position. */
const KeySettings = observer(function KeySettings({ open, video, edit }: PlaceSettingsProps) {
  const t = useText();
  const draft = useStore(MaskDraft);
  const { place } = edit.mask;
  const { playback } = open;
  const count = place.kind === 'box' ? place.keys.length : 0;
  const set = (change: (before: MaskEdit) => MaskEdit): void => draft.setMask(video.id, edit.id, change);
  return (
    <>
      <Switch
        label={t('mask:moves')}
        checked={edit.moves}
        onChange={(moves) => set((before) => withMoving(before, moves, playback.time))}
      />
      {edit.moves && (
        <>
          <p className="rp-place-hint">{t('mask:keys', { count, most: MOST_KEYS })}</p>
          <Button
            size="small"
            disabled={count < 2 || !hasKeyAt(edit, playback.time)}
            onClick={() => set((before) => withoutKey(before, playback.time))}
          >
            {t('mask:key-remove')}
          </Button>
        </>
      )}
    </>
  );
});

/** How far a mask reaches beyond the text that it follows, and what was found. */
const TextSettings = observer(function TextSettings({ video, edit }: Omit<PlaceSettingsProps, 'open'>) {
  const t = useText();
  const draft = useStore(MaskDraft);
  const { place } = edit.mask;
  if (place.kind !== 'text') return null;
  const { languages, language } = draft;
  return (
    <>
      <FoundText
        {...{ languages, language }}
        text={draft.textOf(video.id)}
        onLanguage={draft.setLanguage}
        onAgain={() => void draft.findText(video.id, true)}
      />
      <Switch
        label={t('mask:part')}
        hint={t('mask:text-hint')}
        checked={!isWhole(place.area)}
        onChange={(isPart) => draft.setMask(video.id, edit.id, (before) => withPart(before, isPart))}
      />
      <Slider
        label={t('mask:padding')}
        value={Math.round(place.padding * 100)}
        min={PADDING.least}
        max={100}
        step={5}
        shown={`${Math.round(place.padding * 100)}%`}
        onChange={(value) =>
          draft.setMask(video.id, edit.id, (before) => ({
            ...before,
            mask: { ...before.mask, place: { ...place, padding: value / 100 } },
          }))
        }
      />
    </>
  );
});
