import type { Language } from '#core/web/i18n/i18n.ts';
import type { Theme } from '#core/web/theme/theme.ts';

/** Pictures of the product, by the names of their texts; `scripts/make-landing-screens.ts` takes them. */
export const SCREENS = ['workbench', 'certificate', 'pair', 'outputs'] as const;
export type Screen = (typeof SCREENS)[number];

/** Pixels of each picture. */
export const SCREEN_SIZE = { width: 1200, height: 750 } as const;

const pictures = import.meta.webpackContext('../media/screens', { regExp: /\.webp$/, mode: 'sync' });

/** Where the picture in a language and a theme is. */
export function screenAddress(screen: Screen, language: Language, mode: Theme['mode']): string {
  // An asset's module is its address.
  return pictures(`./${screen}-${language}-${mode}.webp`) as string;
}
