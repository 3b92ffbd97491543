import type { ReactNode } from 'react';

import { useText } from '#core/web/react/use-text.ts';

import { describeMissingGlyphs } from '#plugins/mixing/glyphs.ts';
import { useEditor } from '../store/use-editor.ts';

/** Most characters that a note names. */
const MAX_NAMED = 12;

/**
 * Says beside a text which of its characters would come out as boxes, or else which look otherwise in the preview;
 * undefined where none does.
 */
export function useGlyphNote(): (text: string) => ReactNode {
  const t = useText();
  const { measurement, preview } = useEditor();
  const glyphs = measurement.measured?.glyphs ?? [];
  const { kept } = preview.fonts;
  return (text) => {
    const missing = describeMissingGlyphs(glyphs.filter(({ character }) => text.includes(character)));
    if (missing !== null) return <span className="rp-ed-caution">{t('mixing:glyphs-missing-there', missing)}</span>;
    const other = [...new Set(text)].filter((character) => kept.has(character));
    if (other.length === 0) return undefined;
    const characters = [...other.slice(0, MAX_NAMED), ...(other.length > MAX_NAMED ? ['…'] : [])].join(' ');
    const fonts = [...new Set(other.map((character) => kept.get(character)))].join(', ');
    return t('mixing:editor.font-kept', { characters, fonts });
  };
}
