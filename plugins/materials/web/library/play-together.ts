import type { I18n } from '#core/web/i18n/i18n.ts';
import type { Player } from '#core/web/player/player.ts';

import type { Material } from '#plugins/materials/calls.ts';

/** How several videos are played: one after the other, or side by side on three screens. */
export const PLAY_LOOKS = ['sequence', 'parallel'] as const;
export type PlayLook = (typeof PLAY_LOOKS)[number];

/** More elements at once slow the page down; screens there are three. */
const MOST: Readonly<Record<PlayLook, number>> = { sequence: 30, parallel: 3 };
const TYPES = { sequence: 1, parallel: 2 } as const;

/** Plays videos in the popup player, in their order. */
export function playTogether(
  player: Player,
  materials: readonly Material[],
  look: PlayLook,
  t: I18n['t'],
): Promise<void> {
  const list = materials
    .filter(({ state }) => state === 'ready')
    .slice(0, MOST[look])
    .map(({ url, seconds }) => ({ url, ...(seconds === null ? {} : { duration: seconds }) }));
  return player.open({ type: TYPES[look], list }, { title: t(`materials:play-${look}`) });
}
