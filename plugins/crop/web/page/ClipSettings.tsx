import { useMemo } from 'react';

import { MOST_POINTS } from '#core/contract/reframe.ts';
import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ReframedPicture } from '#core/web/studio/reframed/ReframedPicture.tsx';
import { lengthCode, lengthWords, timecode, type StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { EditorPart, pictureSize } from '#core/web/tools/VideoEditor.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';

import { LEAST_PIXELS } from '#plugins/crop/cut-settings.ts';
import { CropDraft, type AppliedPart } from '../draft/CropDraft.ts';
import { lengthOf, problemOf, sizeAfter, type Clip } from '../draft/clip.ts';
import {
  ratioOf,
  reframeOf,
  SHAPES,
  turned,
  withFollowing,
  withShape,
  type ClipEdit,
  type Shape,
} from '../draft/clip-edit.ts';

const SIZES = [0, 720, 1080] as const;

interface ClipSettingsProps {
  playback: StudioPlayback;
  clip: Clip;
}

/** How the shown clip is cut, and what comes out of it. */
export const ClipSettings = observer(function ClipSettings({ playback, clip }: ClipSettingsProps) {
  const t = useText();
  const draft = useStore(CropDraft);
  const { id, material, edit } = clip;
  const size = useMemo(() => pictureSize(material), [material]);
  const reframe = useMemo(() => reframeOf(edit), [edit]);
  const set = (change: (before: ClipEdit) => ClipEdit): void => draft.set(id, change);
  const problem = problemOf(clip);
  const { grid } = playback;
  const others = draft.batch.others(id);
  const applying = (part: AppliedPart) => (others.length === 0 ? undefined : () => draft.apply(id, others, part));
  const { start, end } = edit.window ?? { start: 0, end: material.seconds ?? playback.duration };
  return (
    <>
      {problem !== null && (
        <Notice kind={problem === 'preparing' ? 'info' : 'error'}>
          {problem === 'failed' && material.error !== null
            ? material.error
            : t(`crop:problem.${problem}-text`, { least: LEAST_PIXELS })}
        </Notice>
      )}
      <figure className="rp-crop__result">
        <ReframedPicture playback={playback} reframe={reframe} size={size} />
        <figcaption>{t('crop:result', { ...sizeAfter(clip), length: lengthWords(lengthOf(clip)) })}</figcaption>
      </figure>
      <EditorPart title={t('crop:picture')} onApplyToAll={applying('picture')}>
        <div className="rp-crop__shapes">
          <RadioGroup
            label={t('crop:shape')}
            labelHidden
            look="cards"
            value={edit.shape}
            options={SHAPES.map((shape) => ({
              value: shape,
              text: shape === 'whole' || shape === 'free' ? t(`crop:shape-${shape}`) : shape,
              picture: <ShapePicture shape={shape} />,
            }))}
            onChange={(shape) => set((before) => withShape(before, size, shape))}
          />
        </div>
        {ratioOf(edit.shape) !== null && (
          <RadioGroup
            label={t('crop:keeps')}
            labelHidden
            look="segments"
            value={edit.follows ? 'point' : edit.path.length === 0 && edit.box === null ? 'middle' : null}
            options={[
              { value: 'middle', text: t('crop:keeps-middle') },
              { value: 'point', text: t('crop:keeps-point') },
            ]}
            onChange={(keeps) => set((before) => withFollowing(before, keeps === 'point'))}
          />
        )}
        {edit.follows && <Points playback={playback} clip={clip} />}
        <div className="rp-crop__turns">
          <Button size="small" icon="undo" onClick={() => set((before) => turned(before, -1))}>
            {t('crop:turn-left')}
          </Button>
          <Button size="small" icon="redo" onClick={() => set((before) => turned(before, 1))}>
            {t('crop:turn-right')}
          </Button>
          {(['flipAcross', 'flipDown'] as const).map((flip) => (
            <Button
              key={flip}
              size="small"
              aria-pressed={edit[flip]}
              onClick={() => set((before) => ({ ...before, [flip]: !before[flip] }))}
            >
              {t(flip === 'flipAcross' ? 'crop:flip-across' : 'crop:flip-down')}
            </Button>
          ))}
        </div>
        <RadioGroup
          label={t('crop:size')}
          look="segments"
          value={edit.shortSide ?? 0}
          options={SIZES.map((side) => ({ value: side, text: side === 0 ? t('crop:size-same') : `${side}p` }))}
          onChange={(side) => set((before) => ({ ...before, shortSide: side === 0 ? null : side }))}
        />
      </EditorPart>
      <EditorPart title={t('crop:window')} onApplyToAll={applying('window')}>
        <p className="rp-crop__window">
          {t('crop:window-facts', {
            ...{ start: timecode(grid, start), end: timecode(grid, end), length: lengthCode(grid, end - start) },
          })}
          <br />
          {t('crop:window-keys')}
        </p>
      </EditorPart>
    </>
  );
});

/** How many points are followed, and what takes away that of the shown frame; apart, because that changes often. */
const Points = observer(function Points({ playback, clip: { id, edit } }: ClipSettingsProps) {
  const t = useText();
  const draft = useStore(CropDraft);
  const others = edit.path.filter((point) => Math.abs(point.time - playback.time) > 1e-4);
  const remove = (): void => draft.set(id, (before) => ({ ...before, path: others }));
  return (
    <div className="rp-crop__points">
      <p>{t('crop:points', { count: edit.path.length, most: MOST_POINTS })}</p>
      <Button size="small" disabled={others.length === edit.path.length} onClick={remove}>
        {t('crop:point-remove')}
      </Button>
    </div>
  );
});

/** The outline of a shape. */
function ShapePicture({ shape }: { shape: Shape }) {
  const ratio = ratioOf(shape) ?? 1.3;
  const [width, height] = ratio >= 1 ? [20, 20 / ratio] : [20 * ratio, 20];
  return (
    <svg className="rp-crop__shape" viewBox="-12 -12 24 24" aria-hidden="true" data-shape={shape}>
      <rect x={-width / 2} y={-height / 2} width={width} height={height} rx="1.5" />
    </svg>
  );
}
