import { toolRunSchema, type ToolRun } from '#core/contract/tool-run-calls.ts';
import {
  answer,
  mountPlugin,
  partnerService,
  type Answer,
  type MountedPlugin,
  type MountOptions,
} from '#core/web/testing/index.ts';
import { listToolRuns, readToolPrice, startToolRun } from '#core/contract/tool-run-calls.ts';
import { MATERIALS, type Material, type MaterialsLibrary } from '#plugins/materials/api.ts';
import manifest from '#plugins/crop/plugin.ts';
import web from '#plugins/crop/web/index.ts';
import { CropDraft } from '#plugins/crop/web/draft/CropDraft.ts';

import { buildMaterial, idOf } from '../materials/materials-plugin.ts';

export { idOf };
export const crop = { manifest, web };

export const RUN = '01890000-0000-7000-8000-0000000000c1';

export function buildRun(overrides: Partial<ToolRun> = {}): ToolRun {
  const time = '2026-01-01T00:00:00.000Z';
  return toolRunSchema.parse({
    ...{ id: RUN, tool: 'crop.cut', name: '镜头-1', state: 'working', settings: {}, inputs: [], planned: 1, made: 0 },
    ...{ failed: 0, progress: 0.1, secondsLeft: 20, price: null, facts: null, error: null, expiresAt: null },
    ...{ createdAt: time, updatedAt: time, endedAt: null },
    ...overrides,
  });
}

/** A video of ten seconds whose address holds nothing to play. */
export function buildClip(number: number, overrides: Partial<Material> = {}): Material {
  return buildMaterial(number, { seconds: 10, url: 'data:,', poster: null, width: 1920, height: 1080, ...overrides });
}

/** A library whose picker answers with what it is told, and that says when a material has changed. */
export class HandedLibrary implements Pick<MaterialsLibrary, 'pick' | 'find' | 'watch'> {
  readonly kept = new Map<string, Material>();
  handed: Material[] | undefined;
  private readonly watching = new Set<(ids: readonly string[]) => void>();

  hand(...materials: Material[]): void {
    this.handed = materials;
    for (const material of materials) this.kept.set(material.id, material);
  }

  readonly pick = async (): Promise<Material[] | undefined> => this.handed;
  readonly find = async (ids: readonly string[]): Promise<Map<string, Material>> =>
    new Map(ids.flatMap((id) => [this.kept.get(id)].flatMap((found) => (found === undefined ? [] : [[id, found]]))));
  readonly watch = (changed: (ids: readonly string[]) => void): (() => void) => {
    this.watching.add(changed);
    return () => void this.watching.delete(changed);
  };

  change(id: string, facts: Partial<Material> | null): void {
    const before = this.kept.get(id);
    if (before === undefined || facts === null) this.kept.delete(id);
    else this.kept.set(id, { ...before, ...facts });
    for (const tell of this.watching) tell([id]);
  }
}

/** Options of a kernel in which the crop plugin works. */
export function cropOptions(library: HandedLibrary, calls: Answer[] = [], runs: ToolRun[] = []): MountOptions {
  const service = partnerService(MATERIALS, () => library as unknown as MaterialsLibrary);
  const listed = answer(listToolRuns, { items: runs, nextCursor: null, total: runs.length });
  const free = answer(readToolPrice, { price: null, available: 0 });
  return { calls: [...calls, listed, free, answer(startToolRun, buildRun())], tokens: [service] };
}

export interface CropPage extends MountedPlugin {
  library: HandedLibrary;
  draft: CropDraft;
}

/** The page with clips that were chosen in the library. */
export async function openCrop(clips: Material[], calls: Answer[] = [], runs: ToolRun[] = []): Promise<CropPage> {
  const library = new HandedLibrary();
  library.hand(...clips);
  const page = await mountPlugin(crop, { page: 'Crop', path: '/videoCrop', ...cropOptions(library, calls, runs) });
  if (clips.length > 0) {
    await page.click(await page.until(() => page.byRole('button', '选择视频')));
    await page.until(() => page.element.querySelector('.rp-stage'));
  }
  return Object.assign(page, { library, draft: page.context.store(CropDraft) });
}
