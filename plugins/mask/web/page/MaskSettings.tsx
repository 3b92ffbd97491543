import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { PlaceList } from '#core/web/tools/PlaceParts.tsx';
import { EditorPart, pictureSize, type OpenVideo } from '#core/web/tools/VideoEditor.tsx';
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
  open: OpenVideo;
  video: MaskedVideo;
  chosen: MaskEdit | null;
  onChoose(id: string | null): void;
}

/** The masks of the shown video, and how the chosen one is set. */
export const MaskSettings = observer(function MaskSettings({ open, video, chosen, onChoose }: MaskSettingsProps) {
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
        <PlaceList
          {...{ open, onChoose }}
          places={masks.map((edit) => ({ id: edit.id, name: nameOfMask(t, masks, edit), window: edit.window }))}
          chosen={chosen?.id ?? null}
          add={<AddMasks video={video} onChoose={onChoose} />}
          onRemove={(mask) => draft.set(id, (before) => before.filter((edit) => edit.id !== mask))}
        />
        <p className="rp-place-hint">{t('mask:draw-hint', { most: MOST_MASKS })}</p>
      </EditorPart>
      {chosen !== null && (
        <>
          <LookSettings video={video} edit={chosen} />
          <PlaceSettings open={open} video={video} edit={chosen} />
        </>
      )}
    </>
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
    </>
  );
});
