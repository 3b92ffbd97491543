import { updateMixProject, listMixCards } from '#plugins/mixing/calls.ts';
import { answer, mountPlugin, partnerService, type Answer } from '#core/web/testing/index.ts';
import { MATERIALS } from '#plugins/materials/api.ts';
import manifest from '#plugins/mixing/plugin.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import web from '#plugins/mixing/web/index.ts';

import { buildMaterial, buildRow, fakeLibrary, OPENED, PROJECT } from './editor-kit.ts';

export const mixing = { manifest, web };
export const EDITOR = { page: 'Editor', path: `/mixedCut/edit/${PROJECT}` };
export const SAVED: Answer = answer(updateMixProject, ({ body }) => {
  const { document, revision } = body as { document: MixProject; revision: number };
  // As it was sent: anything else would be what somebody else has made of it.
  return buildRow(document, revision + 1);
});
export const NO_CARDS: Answer = answer(listMixCards, { items: [], nextCursor: null, total: 0, made: false });

/** A library from which clips m9 and m1 are picked. */
export const library = partnerService(MATERIALS, () =>
  fakeLibrary({ pick: () => Promise.resolve([buildMaterial('m9'), buildMaterial('m1')]) }),
);

/** The editor of a project of two groups, measured and ready to make videos. */
export async function openEditor(calls: readonly Answer[] = [SAVED], features: number[] = [12], materials = library) {
  const page = await mountPlugin(mixing, {
    ...EDITOR,
    calls: [...calls, ...OPENED, NO_CARDS],
    tokens: [materials],
    session: { account: { features } },
  });
  await page.until(() => page.byRole('button', /^生成|^已做完/));
  return page;
}
