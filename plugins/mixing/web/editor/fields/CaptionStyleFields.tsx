import type { CaptionStyle } from '#core/contract/captions.ts';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { useText } from '#core/web/react/use-text.ts';
import { ColorField } from '#core/web/ui/ColorField.tsx';
import { Slider } from '#core/web/ui/Slider.tsx';
import { Switch } from '#core/web/ui/Switch.tsx';

import './CaptionStyleFields.css';

/** Looks to begin with. */
const LOOKS = [
  { id: 'plain', style: { color: '#ffffff', outlineColor: '#000000', outline: 3, box: false } },
  { id: 'bold', style: { color: '#ffffff', outlineColor: '#000000', outline: 8, box: false, bold: true } },
  { id: 'sun', style: { color: '#ffe14d', outlineColor: '#000000', outline: 5, box: false, bold: true } },
  { id: 'coral', style: { color: '#ffffff', outlineColor: '#d8402b', outline: 6, box: false, bold: true } },
  { id: 'plate', style: { color: '#ffffff', outlineColor: '#111111', outline: 6, box: true } },
  { id: 'paper', style: { color: '#111111', outlineColor: '#ffffff', outline: 6, box: true } },
] as const satisfies ReadonlyArray<{ id: string; style: Partial<CaptionStyle> }>;

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
      <div className="rp-ed-style__looks" role="group" aria-label={t('mixing:editor.look')}>
        {LOOKS.map(({ id, style: look }) => (
          <PlainButton
            key={id}
            aria-pressed={Object.entries(look).every(([name, value]) => Reflect.get(style, name) === value)}
            onClick={() => onStyle(look, 'look')}
          >
            <span
              aria-hidden="true"
              style={{
                color: look.color,
                ...(look.box
                  ? { background: look.outlineColor, padding: '0 4px' }
                  : {
                      WebkitTextStroke: `${look.outline / 2}px ${look.outlineColor}`,
                      paintOrder: 'stroke fill',
                    }),
              }}
            >
              Aa
            </span>
            <small>{t(`mixing:editor.look-${id}`)}</small>
          </PlainButton>
        ))}
      </div>
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
