import type { ReactNode } from 'react';

import { useText } from '#core/web/react/use-text.ts';

import { describeMissingGlyphs } from '#plugins/mixing/glyphs.ts';
import { useEditor } from '../store/use-editor.ts';

/** Says beside a text which of its characters would come out as boxes; undefined where none would. */
export function useGlyphNote(): (text: string) => ReactNode {
  const t = useText();
  const glyphs = useEditor().measurement.measured?.glyphs ?? [];
  return (text) => {
    const missing = describeMissingGlyphs(glyphs.filter(({ character }) => text.includes(character)));
    return missing === null ? undefined : (
      <span className="rp-ed-caution">{t('mixing:glyphs-missing-there', missing)}</span>
    );
  };
}
