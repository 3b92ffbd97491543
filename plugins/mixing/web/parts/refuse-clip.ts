import type { I18n } from '#core/web/i18n/i18n.ts';

import type { Material } from '#plugins/materials/api.ts';
import { LARGEST_MATERIAL, SHORTEST_MATERIAL } from '#plugins/mixing/project.ts';

/** Why a video cannot be a clip of a project, as a sentence; null when it can. */
export function refuseClip(
  { name, size, seconds, state, error }: Pick<Material, 'name' | 'size' | 'seconds' | 'state' | 'error'>,
  t: I18n['t'],
): string | null {
  if (size > LARGEST_MATERIAL) return t('mixing:material-too-large', { name, most: LARGEST_MATERIAL / 1024 / 1024 });
  if (state === 'failed') return error ?? t('mixing:material-failed', { name });
  if (seconds !== null && seconds < SHORTEST_MATERIAL) {
    return t('mixing:material-too-short', { name, least: SHORTEST_MATERIAL });
  }
  return null;
}
