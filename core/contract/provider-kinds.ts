/**
 * The kinds of services that a workbench may connect. For most of them an operator chooses one adapter; channels,
 * targets, products, payment and readers of text in pictures may have several in use at once, and speech, transcription
 * and translation several in an order.
 */
export const PROVIDER_KINDS = [
  'speech',
  'transcription',
  'picture-text',
  'inpainting',
  'translation',
  'voices',
  'portraits',
  'channels',
  'targets',
  'products',
  'payment',
  'sms',
  'qr-login',
  'captcha',
  'mail',
] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** The id of an adapter, which begins with that of its plugin: `publishing.folder`. */
export const ADAPTER_ID = /^[a-z][a-z0-9-]{1,39}\.[a-z][a-z0-9-]{0,59}$/;

/** The kinds of which several adapters may be in use at once. */
export const SEVERAL_AT_ONCE = [
  'picture-text',
  'channels',
  'targets',
  'products',
  'payment',
] as const satisfies readonly ProviderKind[];
export type SeveralKind = (typeof SEVERAL_AT_ONCE)[number];
/** The kinds of which operators choose several in an order: the next does what those before it cannot. */
export const IN_ORDER = ['speech', 'transcription', 'translation'] as const satisfies readonly ProviderKind[];
export type OrderedKind = (typeof IN_ORDER)[number];
/** The kinds of which one adapter is asked. */
export type SingleKind = Exclude<ProviderKind, SeveralKind>;
