import type { PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import type { Material } from '#plugins/materials/api.ts';
import { refuseClip } from '../../parts/refuse-clip.ts';

/** The ids of those that can be clips, each once; a note says which cannot, and why. */
export function takeClips(context: PluginContext, materials: readonly Material[]): string[] {
  const { t } = context;
  const refused = materials.flatMap((material) => {
    const reason = refuseClip(material, t);
    return reason === null ? [] : [{ id: material.id, reason }];
  });
  const [first] = refused;
  if (first !== undefined) {
    const text =
      refused.length === 1
        ? t('mixing:library.left-out', { reason: first.reason })
        : t('mixing:library.left-out-several', { count: refused.length, reason: first.reason });
    context.get(TOASTS).show({ kind: 'warning', text, duration: 8000 });
  }
  const out = new Set(refused.map(({ id }) => id));
  return [...new Set(materials.map(({ id }) => id))].filter((id) => !out.has(id));
}
