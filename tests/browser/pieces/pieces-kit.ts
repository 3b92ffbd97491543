import { listToolRuns, readToolPrice, toolRunSchema } from '#core/contract/tool-run-calls.ts';
import { answer, mountPlugin, partnerService, type Answer, type MountOptions } from '#core/web/testing/index.ts';
import { MATERIALS, type Material, type MaterialsLibrary } from '#plugins/materials/api.ts';
import {
  createProjects,
  createTemplate,
  listProjects,
  listTemplates,
  openProject,
  saveProject,
  startExport,
  type MeasuredVideo,
  type ProjectRow,
  type TemplateRow,
} from '#plugins/pieces/calls.ts';
import type { Piece } from '#plugins/pieces/choose-pieces.ts';
import { STEPS } from '#plugins/pieces/footage.ts';
import manifest from '#plugins/pieces/plugin.ts';
import { slotSchema, type Slot } from '#plugins/pieces/template.ts';
import web from '#plugins/pieces/web/index.ts';

import { buildClip, buildRun, HandedLibrary, idOf } from '../crop/crop-kit.ts';

export { buildClip, HandedLibrary, idOf };
export const pieces = { manifest, web };

const TIME = '2026-01-01T00:00:00.000Z';
export const PROJECT = idOf(70);

export const slotOf = (id: string, name: string): Slot => slotSchema.parse({ id, name, least: 2, most: 3 });
export const TEMPLATE: TemplateRow = {
  ...{
    id: idOf(60),
    name: '产品 20 秒',
    slots: [slotOf('a', '开场'), slotOf('b', '细节')],
    revision: 1,
    updatedAt: TIME,
  },
};
export const pieceOf = (from: number, to: number): Piece => ({ material: idOf(1), from, to });

/** A video of twelve seconds with a cut every two. */
export function buildVideo(overrides: Partial<MeasuredVideo> = {}): MeasuredVideo {
  const level = '80'.repeat(12 * STEPS);
  const boundaries = [2, 4, 6, 8, 10].map((seconds) => ({
    ...{ kind: 'cut' as const, seconds, frame: seconds * 30, from: seconds, to: seconds, strength: 0.9 },
  }));
  return {
    ...{ id: idOf(1), state: 'measured', progress: 1, error: null },
    footage: {
      shots: { frames: 360, seconds: 12, boundaries },
      ...{ motion: level, detail: level, voice: level, pauses: [], quiet: [], texts: null },
    },
    ...overrides,
  };
}

export function buildProject(overrides: Partial<ProjectRow> = {}): ProjectRow {
  const filled = [pieceOf(0, 2), pieceOf(4, 6)].map((piece, at) => ({
    ...{ slot: TEMPLATE.slots[at] ?? slotOf('c', ''), piece, isLocked: false },
  }));
  return {
    ...{ id: PROJECT, name: '海港', state: 'ready', error: null, materials: [idOf(1)], slots: filled, revision: 1 },
    ...{ updatedAt: TIME, ...overrides },
  };
}

/** What the pages ask the server, and its library. */
export function piecesOptions(
  library: HandedLibrary,
  more: { templates?: TemplateRow[]; projects?: ProjectRow[]; calls?: Answer[] } = {},
): MountOptions {
  const { templates = [TEMPLATE], projects = [], calls = [] } = more;
  const service = partnerService(MATERIALS, () => library as unknown as MaterialsLibrary);
  const run = toolRunSchema.parse(buildRun({ tool: 'pieces.export' }));
  return {
    calls: [
      ...calls,
      answer(listTemplates, { items: templates }),
      answer(createTemplate, TEMPLATE),
      answer(listProjects, { items: projects, nextCursor: null, total: projects.length }),
      answer(createProjects, { items: [buildProject()] }),
      answer(openProject, { project: buildProject(), videos: [buildVideo()], taken: [] }),
      answer(saveProject, buildProject({ revision: 2 })),
      answer(startExport, run),
      answer(readToolPrice, { price: null, available: 0 }),
      answer(listToolRuns, { items: [], nextCursor: null, total: 0 }),
    ],
    tokens: [service],
  };
}

/** The page of a project whose video is in the library. */
export async function openPreview(calls: Answer[] = []) {
  const library = new HandedLibrary();
  library.hand(buildClip(1, { seconds: 12 }) satisfies Material);
  const path = `/cutIntoPieces/project/preview?id=${PROJECT}`;
  return mountPlugin(pieces, { page: 'Preview', path, ...piecesOptions(library, { calls }) });
}
