import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { timecode, type StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { EditorPart, pictureSize } from '#core/web/tools/VideoEditor.tsx';
import { DropdownMenu, MenuItem, MenuLine } from '#core/web/ui/DropdownMenu.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';

import { MOST_MASKS } from '#plugins/mask/mask-settings.ts';
import { presetBoxes, PRESETS, type Preset } from '#plugins/mask/presets.ts';
import { MaskDraft } from '../draft/MaskDraft.ts';
import { boxMask, problemOf, textMask, type MaskedVideo, type MaskEdit } from '../draft/masked-video.ts';
import { LookSettings } from './LookSettings.tsx';
import { nameOfMask } from './mask-names.ts';
import { PlaceSettings } from './PlaceSettings.tsx';

const NEW_BOX = { x: 0.1, y: 0.72, width: 0.8, height: 0.14 };

interface MaskSettingsProps {
  playback: StudioPlayback;
  video: MaskedVideo;
  chosen: MaskEdit | null;
  onChoose(id: string | null): void;
}

/** The masks of the shown video, and how the chosen one is set. */
export const MaskSettings = observer(function MaskSettings({ playback, video, chosen, onChoose }: MaskSettingsProps) {
  const t = useText();
  const draft = useStore(MaskDraft);
  const { id, material, masks } = video;
  const problem = problemOf(video);
  const others = draft.batch.others(id);
  return (
    <>
      {problem !== null && (
        <Notice kind={problem === 'preparing' || problem === 'no-mask' ? 'info' : 'error'}>
          {problem === 'failed' && material.error !== null ? material.error : t(`mask:problem.${problem}-text`)}
        </Notice>
      )}
      <EditorPart
        title={t('mask:masks')}
        onApplyToAll={others.length > 0 && masks.length > 0 ? () => draft.apply(id, others) : undefined}
      >
        <MaskList {...{ playback, video, chosen, onChoose }} />
        <AddMasks video={video} onChoose={onChoose} />
      </EditorPart>
      {chosen !== null && (
        <>
          <LookSettings video={video} edit={chosen} />
          <PlaceSettings playback={playback} video={video} edit={chosen} />
        </>
      )}
    </>
  );
});

/** The masks of a video, the first one lowest. */
const MaskList = observer(function MaskList({ playback, video, chosen, onChoose }: MaskSettingsProps) {
  const t = useText();
  const draft = useStore(MaskDraft);
  const isReadOnly = useReadOnly();
  const { id, masks } = video;
  const { grid } = playback;
  return (
    <ul className="rp-mask__list">
      {masks.map((edit) => {
        const name = nameOfMask(t, masks, edit);
        const { window } = edit;
        const time =
          window === null
            ? t('mask:all-the-time')
            : t('mask:from-to', { from: timecode(grid, window.start), to: timecode(grid, window.end) });
        return (
          <li key={edit.id} data-chosen={edit === chosen ? '' : undefined}>
            <PlainButton aria-pressed={edit === chosen} onClick={() => onChoose(edit.id)}>
              <b>{name}</b>
              <span>{time}</span>
            </PlainButton>
            <IconButton
              icon="trash"
              size="small"
              label={t('mask:remove', { name })}
              disabled={isReadOnly}
              onClick={() => draft.set(id, (before) => before.filter((other) => other.id !== edit.id))}
            />
          </li>
        );
      })}
    </ul>
  );
});

/** Adds a box, a mask that follows text, or what usually stands in a place. */
const AddMasks = observer(function AddMasks({ video, onChoose }: Pick<MaskSettingsProps, 'video' | 'onChoose'>) {
  const t = useText();
  const draft = useStore(MaskDraft);
  const isReadOnly = useReadOnly();
  const { id, material, masks } = video;
  const isFull = isReadOnly || masks.length >= MOST_MASKS;
  const add = (...added: MaskEdit[]): void => {
    draft.set(id, (before) => [...before, ...added]);
    onChoose(added[0]?.id ?? null);
  };
  const choose = (preset: Preset): void => {
    const boxes = presetBoxes(preset, pictureSize(material));
    add(...boxes.map((box) => (preset.kind === 'subtitles' ? textMask(box) : boxMask(box))));
  };
  const items = (kind: Preset['kind']) =>
    PRESETS.filter((preset) => preset.kind === kind).map((preset) => (
      <MenuItem key={preset.id} onChoose={() => choose(preset)}>
        {t(`mask:preset.${preset.id}`)}
      </MenuItem>
    ));
  return (
    <>
      <div className="rp-mask__add">
        <Button size="small" icon="plus" disabled={isFull} onClick={() => add(boxMask(NEW_BOX))}>
          {t('mask:add-box')}
        </Button>
        <Button size="small" icon="captions" disabled={isFull} onClick={() => add(textMask())}>
          {t('mask:add-text')}
        </Button>
        <DropdownMenu
          label={t('mask:presets')}
          side="below-start"
          trigger={(menu) => (
            <Button {...menu} size="small" icon="grid" disabled={isFull}>
              {t('mask:presets')}
            </Button>
          )}
        >
          {items('subtitles')}
          <MenuLine />
          {items('mark')}
        </DropdownMenu>
      </div>
      <p className="rp-mask__hint">{t('mask:draw-hint', { most: MOST_MASKS })}</p>
    </>
  );
});
