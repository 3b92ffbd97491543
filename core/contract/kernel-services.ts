/** Kernel services that every plugin has; they only give access to the plugin's own data. */
export const FREE_SERVICES = [
  'i18n@1',
  'theme@1',
  'storage@1',
  'settings@1',
  'commands@1',
  'toasts@1',
  'router@1',
] as const;

/** Services that need a grant and are available in the frame of an untrusted plugin, too. */
export const FRAMED_SERVICES = [
  'session@1',
  'permissions@1',
  'feature-gate@1',
  'dialogs@1',
  'events@1',
  'player@1',
] as const;

/** Services that need a grant and are not available in a frame. */
export const UNFRAMED_SERVICES = ['tasks@1'] as const;

/** Kernel services that an external plugin only has when they were granted. `session@1` comes without the token. */
export const GRANTABLE_SERVICES = [...FRAMED_SERVICES, ...UNFRAMED_SERVICES] as const;
