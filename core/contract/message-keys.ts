import type core from '../../locales/zh/core.json';
import type shell from '../../locales/zh/shell.json';

/** The texts of a file of `locales/`, by `namespace:key`. */
export type TextsOf<Namespace extends string, File> = { [Key in keyof File & string as `${Namespace}:${Key}`]: true };

declare global {
  /** All texts of the product and its plugins; each plugin adds its own in a `texts.d.ts`. */
  interface ReelportTexts extends TextsOf<'core', typeof core>, TextsOf<'shell', typeof shell> {}
}

/** The key of any text of the product or its plugins: `namespace:key`. */
export type MessageKey = keyof ReelportTexts;
