import type { CaptionStyle } from '#plugins/mixing/captions.ts';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { useText } from '#core/web/react/use-text.ts';

import './LookButtons.css';

/** A style with everything that a look decides; size and place are left as they are by most. */
type Look = Pick<CaptionStyle, 'color' | 'outlineColor' | 'outline' | 'box'> & Partial<CaptionStyle>;

const LOOKS = [
  { id: 'plain', style: { color: '#ffffff', outlineColor: '#000000', outline: 3, box: false } },
  { id: 'bold', style: { color: '#ffffff', outlineColor: '#000000', outline: 8, box: false, bold: true } },
  { id: 'sun', style: { color: '#ffe14d', outlineColor: '#000000', outline: 5, box: false, bold: true } },
  { id: 'coral', style: { color: '#ffffff', outlineColor: '#d8402b', outline: 6, box: false, bold: true } },
  { id: 'plate', style: { color: '#ffffff', outlineColor: '#111111', outline: 6, box: true } },
  { id: 'paper', style: { color: '#111111', outlineColor: '#ffffff', outline: 6, box: true } },
  {
    id: 'headline',
    style: {
      ...{ color: '#ffffff', outlineColor: '#000000', outline: 9, box: false },
      bold: true,
      size: 110,
      position: 0.3,
    },
  },
  {
    id: 'lower',
    style: {
      ...{ color: '#ffffff', outlineColor: '#111111', outline: 5, box: true },
      bold: false,
      size: 46,
      position: 0.82,
    },
  },
  {
    id: 'note',
    style: {
      ...{ color: '#111111', outlineColor: '#ffe14d', outline: 5, box: true },
      bold: true,
      size: 42,
      position: 0.12,
    },
  },
] as const satisfies ReadonlyArray<{ id: string; style: Look }>;

interface LookButtonsProps {
  label: string;
  /** The style that is compared with the looks. */
  style: CaptionStyle;
  /** `small`: without their names in sight. */
  size?: 'small' | 'usual';
  onLook(look: Partial<CaptionStyle>): void;
}

/** Looks of a text to begin with; one press puts one on it. */
export function LookButtons({ label, style, size = 'usual', onLook }: LookButtonsProps) {
  const t = useText();
  return (
    <div className="rp-ed-looks" data-size={size} role="group" aria-label={label}>
      {LOOKS.map(({ id, style: look }) => (
        <PlainButton
          key={id}
          aria-pressed={Object.entries(look).every(([name, value]) => Reflect.get(style, name) === value)}
          aria-label={size === 'small' ? t(`mixing:editor.look-${id}`) : undefined}
          title={size === 'small' ? t(`mixing:editor.look-${id}`) : undefined}
          onClick={() => onLook(look)}
        >
          <span aria-hidden="true">
            <b style={sampleStyle(look)} />
          </span>
          {size === 'usual' && <small>{t(`mixing:editor.look-${id}`)}</small>}
        </PlainButton>
      ))}
    </div>
  );
}

function sampleStyle({ color, outlineColor, outline, box }: Look) {
  return box
    ? { color, background: outlineColor, padding: '0 4px' }
    : { color, WebkitTextStroke: `${outline / 2}px ${outlineColor}`, paintOrder: 'stroke fill' };
}
