import type { CaptionStyle } from '#plugins/mixing/captions.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ColorField } from '#core/web/ui/ColorField.tsx';
import { Slider } from '#core/web/ui/Slider.tsx';
import { Switch } from '#core/web/ui/Switch.tsx';

import { LookButtons } from './LookButtons.tsx';
import './CaptionStyleFields.css';

interface CaptionStyleFieldsProps {
  style: CaptionStyle;
  /** @param kind which field, so that dragging it is one step */
  onStyle(change: Partial<CaptionStyle>, kind: string): void;
}

/** Style and vertical position of a text on the picture. */
export function CaptionStyleFields({ style, onStyle }: CaptionStyleFieldsProps) {
  const t = useText();
  return (
    <div className="rp-ed-style">
      <LookButtons label={t('mixing:editor.look')} style={style} onLook={(look) => onStyle(look, 'look')} />
      <Slider
        label={t('mixing:editor.size')}
        value={style.size}
        min={15}
        max={200}
        step={1}
        shown={String(Math.round(style.size))}
        onChange={(size) => onStyle({ size }, 'size')}
      />
      <Slider
        label={t('mixing:editor.place')}
        value={style.position}
        min={0.05}
        max={0.95}
        step={0.01}
        shown={`${Math.round(style.position * 100)} %`}
        hint={t('mixing:editor.place-note')}
        onChange={(position) => onStyle({ position }, 'place')}
      />
      <div className="rp-ed-style__row">
        <ColorField
          label={t('mixing:editor.color')}
          value={style.color}
          onChange={(color) => onStyle({ color }, 'color')}
        />
        <ColorField
          label={t('mixing:editor.outline-color')}
          value={style.outlineColor}
          onChange={(outlineColor) => onStyle({ outlineColor }, 'outline-color')}
        />
      </div>
      <Slider
        label={t('mixing:editor.outline')}
        value={style.outline}
        min={0}
        max={20}
        step={0.5}
        shown={String(style.outline)}
        onChange={(outline) => onStyle({ outline }, 'outline')}
      />
      <Switch label={t('mixing:editor.box')} checked={style.box} onChange={(box) => onStyle({ box }, 'box')} />
      <Switch label={t('mixing:editor.bold')} checked={style.bold} onChange={(bold) => onStyle({ bold }, 'bold')} />
    </div>
  );
}
