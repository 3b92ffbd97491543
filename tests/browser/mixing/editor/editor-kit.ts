import { readToolPrice } from '#core/contract/tool-run-calls.ts';
import type { Measured } from '#plugins/mixing/web/editor/store/Measurement.ts';
import {
  answer,
  FakeFeatureGate,
  FakeI18n,
  FakeSession,
  MemoryStorage,
  RecordedToasts,
  ScriptedHttp,
  SentEvents,
  type Answer,
} from '#core/web/testing/index.ts';
import type { AccessLock } from '#core/web/lock.ts';
import type { Material, MaterialsLibrary } from '#plugins/materials/api.ts';
import {
  announcePresence,
  measureMixProject,
  previewMixProject,
  readMixProject,
  type MixPreview,
  type MixProjectRow,
} from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { EditorStore } from '#plugins/mixing/web/editor/store/EditorStore.ts';
import { previewDeaths } from '#plugins/mixing/web/preview/preview-deaths.ts';
import { keptCounts } from '#plugins/mixing/web/editor/store/kept-counts.ts';
import type { LibraryAccess } from '#plugins/mixing/web/editor/store/library-access.ts';

import { buildProject } from './build-project.ts';

export const PROJECT = '01890000-0000-7000-8000-0000000000b1';
export const COPY = '01890000-0000-7000-8000-0000000000b2';
export const RUN = '01890000-0000-7000-8000-0000000000c1';
const TIME = '2026-01-01T00:00:00.000Z';

export function buildRow(document: MixProject = buildProject(), revision = 1, id = PROJECT): MixProjectRow {
  return { id, revision, document, createdAt: TIME, updatedAt: TIME };
}

export function buildMaterial(id: string, overrides: Partial<Material> = {}): Material {
  return {
    ...{ id, kind: 'video', name: `${id}.mp4`, folderId: null, size: 1000, type: 'video/mp4', hash: 'a'.repeat(64) },
    ...{
      seconds: 8,
      width: 1080,
      height: 1920,
      state: 'ready',
      error: null,
      split: 'none',
      mixCount: 0,
      mixedAt: null,
      publishCount: 0,
      publishedAt: null,
    },
    ...{
      createdAt: TIME,
      deletedAt: null,
      url: `/files/${id}`,
      poster: null,
      thumbnail: null,
      sprite: null,
      peaks: null,
    },
    ...overrides,
  };
}

export function buildPreview(overrides: Partial<MixPreview> = {}): MixPreview {
  const shot = (group: string, material: string) => ({
    ...{ group, material, window: { start: 0, end: 3 }, frames: 90, blendAfter: 0 },
  });
  return {
    ...{ total: 9, position: 0, title: null, shots: [shot('a', 'm1'), shot('b', 'm3')], frames: 180, fps: 30 },
    ...overrides,
  };
}

/** What a server measures of two groups of two clips. */
export const MEASURED: Answer = answer(measureMixProject, buildMeasured());

export function buildMeasured(overrides: Partial<Measured> = {}): Measured {
  return {
    rows: [
      { share: 0, bound: 2, reachable: 2, atLeast: false },
      { share: 1, bound: 4, reachable: 4, atLeast: false },
    ],
    level: 1,
    shots: { a: 2, b: 2 },
    advice: [{ share: 1, from: 4, to: 6, clips: 1, groups: [{ group: 'a', clips: 1 }], basis: 'reachable' }],
    ...{ alike: [], copying: [], provisional: false, made: 0 },
    seconds: { least: 6, most: 6 },
    estimate: { seconds: { least: 20, most: 45 }, bytes: { least: 1000, most: 2000 }, left: null },
    ...{ waiting: [], glyphs: [] },
    ...overrides,
  };
}

/** A library that has whatever it is asked for. */
export function fakeLibrary(overrides: Partial<MaterialsLibrary> = {}): MaterialsLibrary {
  return {
    pick: () => Promise.resolve(undefined),
    find: (ids) => Promise.resolve(new Map(ids.map((id) => [id, buildMaterial(id)]))),
    upload: () => [],
    restore: () => Promise.resolve(),
    watch: () => () => undefined,
    pickFolder: () => Promise.resolve(undefined),
    ...overrides,
  };
}

/** What a server answers to a project that is opened. */
export const OPENED: Answer[] = [
  answer(readMixProject, buildRow()),
  MEASURED,
  answer(previewMixProject, () => buildPreview()),
  answer(announcePresence, null),
  answer(readToolPrice, { price: null, available: 0 }),
];

/** The texts of an editor; a test that reads them loads them. */
export const texts = new FakeI18n('zh');

/** A project that is open. */
export function openEditor({
  id = PROJECT as string | null,
  calls = [] as readonly Answer[],
  library = fakeLibrary() as MaterialsLibrary | null,
  features = [12],
  access = { state: 'open' } as LibraryAccess,
  storage = new MemoryStorage(),
  lock = null as AccessLock | null,
} = {}) {
  const http = new ScriptedHttp([...calls, ...OPENED], new RecordedToasts());
  const events = new SentEvents();
  const gate = new FakeFeatureGate(new FakeSession({ account: { features } }));
  const settled: string[] = [];
  const store = new EditorStore(id, {
    ...{ http, events, features: gate, i18n: texts, library: () => library ?? undefined, locked: () => lock },
    freeOutputs: () => 10,
    access: () => access,
    counts: keptCounts(storage),
    deaths: previewDeaths(storage),
    openLibrary: () => Promise.resolve(),
    settled: (address) => void settled.push(address),
  });
  return { store, http, events, gate, settled };
}
