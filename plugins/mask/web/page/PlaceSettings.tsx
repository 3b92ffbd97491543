import { Button } from '#core/web/components/Button.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { languageName } from '#core/contract/languages.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { lengthCode, timecode, type StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { EditorPart } from '#core/web/tools/VideoEditor.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Select } from '#core/web/ui/Select.tsx';
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
  playback: StudioPlayback;
  video: MaskedVideo;
  edit: MaskEdit;
}

/** Where and when a mask is seen. */
export const PlaceSettings = observer(function PlaceSettings({ playback, video, edit }: PlaceSettingsProps) {
  const t = useText();
  const draft = useStore(MaskDraft);
  const { window, mask } = edit;
  const { grid } = playback;
  const { start, end } = window ?? { start: 0, end: video.material.seconds ?? playback.duration };
  const code = { start: timecode(grid, start), end: timecode(grid, end), length: lengthCode(grid, end - start) };
  return (
    <>
      <EditorPart title={t(mask.place.kind === 'text' ? 'mask:follows-text' : 'mask:position')}>
        {mask.place.kind === 'text' ? (
          <TextSettings video={video} edit={edit} />
        ) : (
          <KeySettings playback={playback} video={video} edit={edit} />
        )}
      </EditorPart>
      <EditorPart
        title={t('mask:time')}
        action={
          window !== null && (
            <Button
              size="small"
              variant="quiet"
              onClick={() => draft.setMask(video.id, edit.id, (before) => withWindow(before, null, playback.duration))}
            >
              {t('mask:all-the-time')}
            </Button>
          )
        }
      >
        <p className="rp-mask__hint">
          {t('mask:time-facts', code)}
          <br />
          {t('mask:time-keys')}
        </p>
      </EditorPart>
    </>
  );
});

/** How a box goes from position to position. */
const KeySettings = observer(function KeySettings({ playback, video, edit }: PlaceSettingsProps) {
  const t = useText();
  const draft = useStore(MaskDraft);
  const { place } = edit.mask;
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
          <p className="rp-mask__hint">{t('mask:keys', { count, most: MOST_KEYS })}</p>
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
const TextSettings = observer(function TextSettings({ video, edit }: Omit<PlaceSettingsProps, 'playback'>) {
  const t = useText();
  const draft = useStore(MaskDraft);
  const i18n = useService(I18N);
  const { place } = edit.mask;
  if (place.kind !== 'text') return null;
  const { languages, language } = draft;
  // Chinese and English are always read together.
  const further = (languages ?? []).filter((tag) => !/^(zh-CN|zh|en.*)$/.test(tag));
  return (
    <>
      {languages?.length === 0 ? <Notice kind="error">{t('mask:eye-missing')}</Notice> : <Found video={video} />}
      {further.length > 0 && (
        <Select
          label={t('mask:language')}
          value={language}
          searchable={further.length > 8}
          options={[
            { value: 'zh', text: t('mask:language-usual') },
            ...further.map((tag) => ({ value: tag, text: languageName(tag, i18n.language) })),
          ]}
          onChange={draft.setLanguage}
        />
      )}
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

/** How far the text of a video is known. */
const Found = observer(function Found({ video }: { video: MaskedVideo }) {
  const t = useText();
  const draft = useStore(MaskDraft);
  const text = draft.textOf(video.id);
  if (text === undefined) return null;
  if (text.state === 'failed') {
    return (
      <Notice kind="error">
        {text.error ?? t('mask:text-failed')}{' '}
        <Button size="small" variant="link" onClick={() => void draft.findText(video.id, true)}>
          {t('mask:text-again')}
        </Button>
      </Notice>
    );
  }
  if (text.state === 'reading') {
    return (
      <div className="rp-mask__reading" role="status">
        <p>{t('mask:text-reading')}</p>
        <ProgressBar value={text.progress} label={t('mask:text-reading')} />
      </div>
    );
  }
  const { length } = text.cues;
  return <p role="status">{length === 0 ? t('mask:text-none') : t('mask:text-found', { count: length })}</p>;
});
