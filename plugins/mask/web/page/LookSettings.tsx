import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { EditorPart } from '#core/web/tools/VideoEditor.tsx';
import { ColorField } from '#core/web/ui/ColorField.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Slider } from '#core/web/ui/Slider.tsx';

import { BLUR, CELL, type Look } from '#plugins/mask/mask-settings.ts';
import { lookOf, type MaskedVideo, type MaskEdit } from '../draft/masked-video.ts';
import { MaskDraft } from '../draft/MaskDraft.ts';

const KINDS = ['mosaic', 'blur', 'solid', 'picture'] as const;

interface LookSettingsProps {
  video: MaskedVideo;
  edit: MaskEdit;
}

/** What is seen where a mask lies, and how its edge fades. */
export const LookSettings = observer(function LookSettings({ video, edit }: LookSettingsProps) {
  const t = useText();
  const draft = useStore(MaskDraft);
  const { look, feather } = edit.mask;
  const set = (change: Partial<Pick<MaskEdit['mask'], 'look' | 'feather'>>): void =>
    draft.setMask(video.id, edit.id, (before) => ({ ...before, mask: { ...before.mask, ...change } }));
  return (
    <EditorPart title={t('mask:look')}>
      <RadioGroup
        label={t('mask:look')}
        labelHidden
        look="segments"
        value={look.kind}
        options={KINDS.map((kind) => ({ value: kind, text: t(`mask:look-${kind}`) }))}
        onChange={(kind) => {
          if (kind === 'picture') void draft.chooseImage(video.id, edit.id);
          else set({ look: lookOf(kind) });
        }}
      />
      <OwnSettings look={look} onChange={(next) => set({ look: next })}>
        <Button size="small" icon="image" onClick={() => void draft.chooseImage(video.id, edit.id)}>
          {t('mask:other-picture')}
        </Button>
      </OwnSettings>
      <Slider
        label={t('mask:feather')}
        value={Math.round(feather * 100)}
        min={0}
        max={100}
        step={5}
        shown={feather === 0 ? t('mask:feather-none') : `${Math.round(feather * 100)}%`}
        onChange={(value) => set({ feather: value / 100 })}
      />
    </EditorPart>
  );
});

interface OwnSettingsProps {
  look: Look;
  onChange(look: Look): void;
  /** Chooses another image. */
  children: React.ReactNode;
}

/** What can be set of one kind alone. Sizes are told in thousandths of the picture's shorter side. */
function OwnSettings({ look, onChange, children }: OwnSettingsProps) {
  const t = useText();
  switch (look.kind) {
    case 'mosaic':
      return (
        <Slider
          label={t('mask:cell')}
          value={Math.round(look.cell * 1000)}
          min={CELL.least * 1000}
          max={100}
          step={5}
          shown={`${(look.cell * 100).toFixed(1)}%`}
          onChange={(value) => onChange({ ...look, cell: value / 1000 })}
        />
      );
    case 'blur':
      return (
        <Slider
          label={t('mask:spread')}
          value={Math.round(look.spread * 1000)}
          min={BLUR.least * 1000}
          max={BLUR.most * 1000}
          step={2}
          shown={`${(look.spread * 100).toFixed(1)}%`}
          onChange={(value) => onChange({ ...look, spread: value / 1000 })}
        />
      );
    case 'solid':
      return (
        <ColorField label={t('mask:colour')} value={look.colour} onChange={(colour) => onChange({ ...look, colour })} />
      );
    case 'picture':
      return children;
  }
}
