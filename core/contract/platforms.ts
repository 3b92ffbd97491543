/** Platforms that videos can be published to by a program, in the order in which they are shown. */
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

/** Those of an installation whose operator has chosen none. */
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
