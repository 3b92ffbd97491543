import type core from '../../locales/zh/core.json';
import type shell from '../../locales/zh/shell.json';

/** The texts of a file of `locales/`, by `namespace:key`. */
export type TextsOf<Namespace extends string, File> = { [Key in keyof File & string as `${Namespace}:${Key}`]: true };

declare global {
  /** Every text of the product and of the plugins around; each adds its own in a `texts.d.ts`. */
  interface ReelportTexts extends TextsOf<'core', typeof core>, TextsOf<'shell', typeof shell> {}
}

/** Every text of the product and of the plugins around, as `namespace:key`. */
export type MessageKey = keyof ReelportTexts;
