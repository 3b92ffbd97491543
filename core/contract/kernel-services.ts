/** Kernel services that every plugin has: they show and store only the plugin's own things. */
export const FREE_SERVICES = [
  'i18n@1',
  'theme@1',
  'storage@1',
  'settings@1',
  'commands@1',
  'toasts@1',
  'router@1',
] as const;

/** Services that are granted, and offered in the frame of an untrusted plugin as well. */
export const FRAMED_SERVICES = [
  'session@1',
  'permissions@1',
  'feature-gate@1',
  'dialogs@1',
  'events@1',
  'player@1',
] as const;

/** Services that are granted, and not offered in a frame. */
export const UNFRAMED_SERVICES = ['tasks@1'] as const;

/**
 * Kernel services that a plugin from outside has only when they were granted. `session@1` is given without the token.
 */
export const GRANTABLE_SERVICES = [...FRAMED_SERVICES, ...UNFRAMED_SERVICES] as const;
