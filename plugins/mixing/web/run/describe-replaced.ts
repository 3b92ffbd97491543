import type { I18n } from '#core/web/i18n/i18n.ts';
import type { Replaced } from '#core/web/runs/FollowedToolRun.ts';

import type { Material } from '#plugins/materials/api.ts';
import { mixOutputOf, type MixOutput } from '#plugins/mixing/mix-run.ts';

/** What took the place of a video that was too much like another one, both by their clips. */
export function describeReplaced(
  { item, by }: Replaced,
  materials: ReadonlyMap<string, Material>,
  t: I18n['t'],
): string {
  const clipsOf = ({ params }: MixOutput): string =>
    params.shots.map(({ material }) => materials.get(material)?.name ?? '–').join(' + ');
  const output = mixOutputOf(item);
  return t(by === null ? 'mixing:run.replaced-by-none' : 'mixing:run.replaced-by', {
    ...{ place: output.position + 1, clips: clipsOf(output), like: output.facts?.like ?? '–' },
    by: by === null ? '' : clipsOf(mixOutputOf(by)),
  });
}
