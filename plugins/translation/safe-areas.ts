/** What a platform draws over the edges of an upright video, as shares of its width and height. */
export interface SafeArea {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Edges that any player or screen may cut off: those of a television's title-safe area. */
const EDGES: SafeArea = { top: 0.05, bottom: 0.05, left: 0.05, right: 0.05 };

/**
 * What stays free of buttons, names and descriptions on phones, rounded up from what each app draws over 1080 × 1920:
 * texts at the bottom, buttons at the right, tabs at the top.
 */
export const SAFE_AREAS = {
  none: EDGES,
  douyin: { top: 0.09, bottom: 0.21, left: 0.05, right: 0.13 },
  tiktok: { top: 0.09, bottom: 0.2, left: 0.06, right: 0.13 },
  kuaishou: { top: 0.09, bottom: 0.19, left: 0.05, right: 0.14 },
  youtube: { top: 0.08, bottom: 0.2, left: 0.05, right: 0.13 },
  instagram: { top: 0.12, bottom: 0.18, left: 0.05, right: 0.12 },
  facebook: { top: 0.12, bottom: 0.19, left: 0.05, right: 0.12 },
} as const satisfies Record<string, SafeArea>;

export type SafeAreaId = keyof typeof SAFE_AREAS;

/** Their names. */
export const SAFE_AREA_IDS = Object.keys(SAFE_AREAS) as [SafeAreaId, ...SafeAreaId[]];

/**
 * The part of a picture in which subtitles may stand. A picture that is not upright is shown without anything over it.
 * It is the same at both sides, so that subtitles stay in the middle.
 */
export function safeArea(id: SafeAreaId, picture: { width: number; height: number }): SafeArea {
  const { top, bottom, left, right } = picture.height > picture.width ? SAFE_AREAS[id] : EDGES;
  const side = Math.max(left, right);
  return { top, bottom, left: side, right: side };
}
