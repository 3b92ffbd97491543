/** Platforms to which a program can publish videos, in display order. */
export const PLATFORM_IDS = [
  'tiktok',
  'youtube',
  'instagram',
  'facebook',
  'douyin',
  'kuaishou',
  'shopee',
  'x',
  'peertube',
  'mastodon',
] as const;
export type PlatformId = (typeof PLATFORM_IDS)[number];

/** The platforms of an installation whose operator has not chosen any. */
export const USUAL_PLATFORMS: readonly PlatformId[] = [
  'tiktok',
  'youtube',
  'instagram',
  'facebook',
  'douyin',
  'kuaishou',
  'shopee',
  'x',
];
