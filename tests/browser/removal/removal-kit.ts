import { listToolRuns, readToolPrice, startToolRun } from '#core/contract/tool-run-calls.ts';
import { answer, mountPlugin, partnerService, type Answer, type MountedPlugin } from '#core/web/testing/index.ts';
import { listTextLanguages } from '#plugins/eye/api.ts';
import eyeManifest from '#plugins/eye/plugin.ts';
import eyeWeb from '#plugins/eye/web/index.ts';
import { MATERIALS, type Material, type MaterialsLibrary } from '#plugins/materials/api.ts';
import manifest from '#plugins/removal/plugin.ts';
import { RemovalDraft } from '#plugins/removal/web/draft/RemovalDraft.ts';
import web from '#plugins/removal/web/index.ts';

import { buildRun, HandedLibrary } from '../crop/crop-kit.ts';

export const removal = { manifest, web };

export interface RemovalPage extends MountedPlugin {
  library: HandedLibrary;
  draft: RemovalDraft;
}

/** Options of a kernel in which the plugin works. */
export function removalOptions(library: HandedLibrary, calls: Answer[] = []) {
  const service = partnerService(MATERIALS, () => library as unknown as MaterialsLibrary);
  const usual = [
    answer(listToolRuns, { items: [], nextCursor: null, total: 0 }),
    answer(readToolPrice, { price: null, available: 0 }),
    answer(startToolRun, buildRun({ tool: 'removal.remove' })),
    answer(listTextLanguages, { languages: [{ language: 'zh-CN', draft: false }] }),
  ];
  return { calls: [...calls, ...usual], tokens: [service], partners: [{ manifest: eyeManifest, web: eyeWeb }] };
}

/** The page with videos that were chosen in the library. */
export async function openRemoval(videos: Material[], calls: Answer[] = []): Promise<RemovalPage> {
  const library = new HandedLibrary();
  library.hand(...videos);
  const options = removalOptions(library, calls);
  const page = await mountPlugin(removal, { page: 'Removal', path: '/subtitle/removal', ...options });
  if (videos.length > 0) {
    await page.click(await page.until(() => page.byRole('button', '选择视频')));
    await page.until(() => page.element.querySelector('.rp-stage'));
  }
  return Object.assign(page, { library, draft: page.context.store(RemovalDraft) });
}
