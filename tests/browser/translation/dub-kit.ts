import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import type { CallData } from '#core/contract/call.ts';
import { answer, mountPlugin, type Answer } from '#core/web/testing/index.ts';
import { readEngine, readGlossary, readLines, readProject, type Line } from '#plugins/translation/calls.ts';
import { readDub, type Dub, type DubLineReport } from '#plugins/translation/dub-calls.ts';
import manifest from '#plugins/translation/plugin.ts';
import { DubStore } from '#plugins/translation/web/dubbing/DubStore.ts';
import web from '#plugins/translation/web/index.ts';
import { ReviewStore } from '#plugins/translation/web/review/ReviewStore.ts';

import { buildRun, idOf } from '../crop/crop-kit.ts';
import { AT, buildProject } from './build-translation.ts';

export const translation = { manifest, web };
const PROJECT = buildProject({
  ...{ state: 'done', split: null, published: 0 },
  targets: [{ language: 'en-US', state: 'idle', error: null, drafted: 2, done: 2, changed: 0 }],
});
export const TEXTS = ['Free shipping on every order.', 'It boils in half a minute, and never burns your fingers.'];
const LINES = TEXTS.map((text, at): Line => ({
  ...{ cue: `c${at + 1}`, start: at * 2000, end: at * 2000 + 1500, speaker: '', source: '全场包邮', text },
  ...{ state: 'done', origin: 'typed', score: null, service: null, isStale: false, revision: 1 },
}));
export const buildReport = (at: number, more: Partial<DubLineReport> = {}): DubLineReport => ({
  ...{ cue: `c${at + 1}`, text: TEXTS[at] ?? '', start: at * 2000, until: at * 2000 + 1900, spoken: 1400 },
  ...{
    service: null,
    isEstimated: false,
    factor: 1,
    picture: 1,
    takes: 1400,
    borrowed: 0,
    drift: 0.4,
    heard: 0.98,
    fault: null,
  },
  transcript: null,
  ...{ letters: 29, most: 45, ...more },
});
const LONG = buildReport(1, { fault: 'long', spoken: 3900, takes: 0, drift: null, heard: null, letters: 55, most: 30 });
export const NO_EAR = '没有选用语音识别服务';
export const ESPEAK = 'engines.espeak-ng';
const VOICES: CallData<typeof readDub>['voices'] = [
  { id: `${ESPEAK}/male`, name: 'espeak-ng', sex: 'male' },
  { id: `${ESPEAK}/female`, name: 'espeak-ng', sex: 'female' },
];
export const buildDub = (run: Partial<ToolRun>, more: Partial<Dub> = {}): Dub => ({
  choice: { voice: null, speakers: {}, under: 0.12, slow: false },
  run: buildRun({ id: idOf(5), tool: 'translation.dub', ...run }),
  ...{ services: [], lines: [], stretches: [], materialId: null, folderId: idOf(6), createdAt: AT, ...more },
});
export const known = (dub: Dub | null): CallData<typeof readDub> => ({
  ...{ voices: VOICES, isRobotic: true, services: 1, why: null, unheard: NO_EAR, rate: null, dub },
});
export const DONE = buildDub(
  { state: 'done', progress: 1, endedAt: AT },
  { lines: [buildReport(0), LONG], materialId: idOf(7) },
);

/** The page of a project with a dub. */
export async function openProject(dub: Dub | null, ...more: Answer[]) {
  const page = await mountPlugin(translation, {
    ...{ page: 'Project', path: `/video/translation/${idOf(1)}` },
    calls: [
      ...[answer(readProject, PROJECT), answer(readLines, { lines: LINES }), answer(readDub, known(dub)), ...more],
      answer(readEngine, { isConnected: false, why: '没有', pairs: [] }),
      answer(readGlossary, { terms: [], revision: 0 }),
    ],
  });
  const [store, dubs] = [page.context.store(ReviewStore), page.context.store(DubStore)];
  await page.until(() => store.isRead && dubs.live.value !== null);
  return Object.assign(page, { store, dubs });
}

export const SAMPLE = { cue: 'c1', text: TEXTS[0] };
/** The dialog that asks how a language is dubbed. */
export const openDialog = (value: CallData<typeof readDub>, properties: object = {}, ...more: Answer[]) =>
  mountPlugin(translation, {
    dialog: 'dub',
    properties: {
      ...{ id: idOf(1), language: 'en-US', accepted: 2, lines: 3, sample: SAMPLE, speakers: [] },
      ...properties,
    },
    calls: [answer(readDub, value), ...more],
  });
