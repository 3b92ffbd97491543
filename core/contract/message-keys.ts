// Made from locales/ by scripts/generate-message-keys.ts; do not edit.

/** Every text of the product, as `namespace:key`. */
export type MessageKey =
  | 'core:internal';
