import { randomInt, randomUUID } from 'node:crypto';

import { z } from 'zod';

import type { Call } from '#core/contract/call.ts';
import { momentsOf } from '#plugins/copywriting/calls.ts';

/** What an owner has that calls of the kernel and of tools name by id. */
export const TOOL_SUBJECTS = [
  ...(['account', 'material', 'folder', 'trashed', 'removal', 'file', 'text', 'task', 'sub', 'session'] as const),
  ...(['run', 'item', 'ended', 'mixProject', 'mixTemplate', 'mixRun', 'preview'] as const),
  ...(['pieceTemplate', 'pieceProject', 'translation', 'otherTranslation', 'batch', 'order', 'otherOrder'] as const),
  ...(['voice', 'recording', 'sample', 'otherSample', 'consent'] as const),
];
type ToolSubject = (typeof TOOL_SUBJECTS)[number];
export type ToolIds = Readonly<Record<ToolSubject, string>>;

/** Orders have a number of twenty digits. */
export const orderNumber = (): string => `2099${String(randomInt(1e12)).padStart(16, '0')}`;

export const noTools = (): ToolIds => ({
  ...(Object.fromEntries(TOOL_SUBJECTS.map((subject) => [subject, randomUUID()])) as Record<ToolSubject, string>),
  ...{ order: orderNumber(), otherOrder: orderNumber() },
});

/** Calls whose parameters and bodies name no row of anybody: tools, settings, plugins, fonts, what the caller is or buys. */
const NAMES_NO_ROW = new Set([
  ...['GET /api/tool-prices/:tool', 'GET /api/settings/:namespace', 'PUT /api/settings/:namespace', 'POST /api/files'],
  ...['POST /api/plugins/:id/faults', 'POST /api/plugins/:id/proven', 'POST /api/plugins/:id/uses'],
  ...['POST /api/account/mobile', 'PUT /api/account/mobile', 'PATCH /api/account/profile'],
  ...['POST /api/account/sub-accounts', 'POST /api/membership/orders', 'POST /api/membership/redemptions'],
  // A template is kept without its materials.
  ...['GET /api/mixing/fonts/:id', 'POST /api/mixing/fonts', 'POST /api/mixing/voices', 'POST /api/mixing/templates'],
  ...['POST /api/pieces/templates', 'PUT /api/translation/glossary'],
  // Its cursor is where a list goes on, among the caller's own.
  'GET /api/membership/orders',
]);
/** Calls that answer for as long as somebody listens. */
const STREAMS = new Set(['GET /api/events', 'GET /api/jobs']);

/** What the ids in the path of a call name; the longest beginning counts. */
const OF_PATHS: readonly (readonly [string, ToolSubject])[] = [
  ['/api/files/', 'file'],
  ['/api/tasks/', 'task'],
  ['/api/tool-runs/', 'run'],
  ['/api/account/sub-accounts/', 'sub'],
  ['/api/account/sessions/', 'session'],
  ['/api/material-folders/', 'folder'],
  ['/api/materials/', 'material'],
  ['/api/copywriting/texts/', 'text'],
  ['/api/membership/orders/', 'order'],
  ['/api/mixing/projects/', 'mixProject'],
  ['/api/mixing/templates/', 'mixTemplate'],
  ['/api/mixing/runs/', 'mixRun'],
  ['/api/mixing/rendered-previews/', 'preview'],
  ['/api/pieces/projects/', 'pieceProject'],
  ['/api/pieces/templates/', 'pieceTemplate'],
  ['/api/segmentation/videos/', 'material'],
  ['/api/translation/batches/', 'batch'],
  ['/api/translation/projects/', 'translation'],
  ['/api/translation/sources/', 'text'],
  ['/api/voices/clones/', 'voice'],
  ['/api/voices/recordings/', 'recording'],
];
/** Calls that are about another one than others with their path. */
const OF_CALLS: Readonly<Record<string, ToolSubject>> = {
  'POST /api/tool-runs/:id/archives': 'ended',
  'POST /api/membership/orders/:number/invoice': 'otherOrder',
  'GET /api/membership/orders/:number/invoice': 'otherOrder',
};
/** Parameters beside the first one, which names the row. */
const WORDS: Readonly<Record<string, string>> = { ':language': 'en-US', ':cue': 'c1' };

const BOX = { place: { kind: 'box', keys: [{ time: 0, box: { x: 0, y: 0.8, width: 1, height: 0.2 } }] } };
const WINDOW = { from: 0.5, to: 0.9 };
const SLOT = { id: 's', name: 's', least: 1, most: 2 };
const CUE = { id: 'c1', start: 200, end: 2000, text: 'Other' };
const LONG = { ...CUE, words: [], speaker: '', source: 'typed' };
/** A project that mixes groups of one material each. */
export const mixOf = (...materials: string[]) => ({
  ...{ name: 'Other', ratio: '1:1', resolution: 480, fit: 'crop', shotSeconds: 1 },
  groups: materials.map((material, at) => ({ id: String(at), name: `Group ${at}`, materials: [{ material }] })),
});
const run = (tool: string, inputs: string[], settings: object) => ({ tool, name: 'Other', inputs, settings });
const voiceOf = (sample: string, consent: object) => ({ name: 'Other', language: 'en-US', sample, consent });
const previewOf = (material: string) => ({
  ...{ total: 1, position: 0, title: null, frames: 30, fps: 30 },
  shots: [{ group: '0', material, window: { start: 0, end: 1 }, frames: 30, blendAfter: 0 }],
});

/** Bodies by method and path, with what the ids name in each place where a call takes an id; `own` are the caller's. */
const BODIES: Readonly<Record<string, (ids: ToolIds, own: ToolIds) => readonly object[]>> = {
  'POST /api/tool-runs': ({ material }, own) => [
    run('crop.cut', [material], { window: { from: 0, to: 1 } }),
    run('mask.cover', [material], { masks: [{ look: { kind: 'mosaic' }, ...BOX, ...WINDOW }] }),
    run('removal.remove', [material], { removals: [{ ...BOX, ...WINDOW }] }),
    run('crop.cut', [own.material, material], { window: { from: 0, to: 1 } }),
  ],
  'POST /api/tool-runs/:id/archives': ({ item }, own) => [{}, { items: [item] }, { items: [own.item] }],
  'POST /api/tool-runs/:id/names': ({ item }) => [{ pattern: 'stolen {n}' }, { pattern: 'stolen {n}', items: [item] }],
  'POST /api/tool-runs/:id/retry': ({ item }) => [{}, { items: [item] }],
  'POST /api/account/sub-accounts/:id/allotment': () => [{ unit: 'mixes', amount: 1, allotted: 0 }],
  'POST /api/account/sub-accounts/:id/enable': () => [{ fdMobile: '13900000001', mobileCode: '000000' }],
  'PATCH /api/account/sub-accounts/:id': () => [{ name: 'stolen', remark: 'stolen' }],
  'POST /api/material-folders': ({ folder }) => [{ name: 'Other', parentId: folder }],
  'PATCH /api/material-folders/:id': () => [{ name: 'stolen' }],
  'POST /api/material-finds': ({ material }) => [{ ids: [material] }],
  'POST /api/material-keeps': ({ ended, folder, item }, own) => [
    { runId: own.ended, folderId: folder },
    { runId: own.ended, folderId: null, items: [item] },
    { runId: ended, folderId: null },
  ],
  'POST /api/material-moves': ({ material, folder }, own) => [
    { ids: [material], to: null },
    { folderIds: [folder], to: null },
    { ids: [own.material], to: folder },
  ],
  'POST /api/material-offers': ({ folder }) => [
    { kind: 'video', files: [{ name: 'other.mp4', size: 1000, sha256: 'a'.repeat(64), folderId: folder }] },
  ],
  'PATCH /api/materials/:id': () => [{ name: 'stolen.mp4' }],
  'POST /api/material-purges': ({ trashed }) => [{ ids: [trashed] }],
  'POST /api/material-restorals': ({ trashed, removal }) => [{ ids: [trashed] }, { removal }],
  'POST /api/material-removals': ({ material, folder }) => [{ ids: [material] }, { folderIds: [folder] }],
  'POST /api/eye/texts': ({ material: id }) => [{ id, language: 'en' }],
  'POST /api/copywriting/texts': ({ material: materialId }) => [
    { name: 'Other', from: 'typed', language: 'en', cues: [], materialId },
  ],
  'PATCH /api/copywriting/texts/:id': () => [{ name: 'stolen' }],
  'POST /api/copywriting/removals': ({ text }) => [{ ids: [text] }],
  'PUT /api/copywriting/texts/:id/cues': () => [{ cues: [LONG], revision: 1 }],
  'POST /api/copywriting/moments': ({ material: id }) => [{ id }, { id, again: true }],
  'POST /api/copywriting/timings': ({ material: id }) => [{ id, text: 'Other words', language: 'en-US' }],
  'POST /api/copywriting/stops': ({ material }) => [{ subjectId: momentsOf(material) }],
  'POST /api/copywriting/runs': ({ material }) => [
    { from: 'speech', language: 'en', name: 'Other', videos: [material] },
    { from: 'picture', language: 'en', name: 'Other', videos: [material] },
  ],
  'POST /api/membership/consumption/exports': ({ account }) => [{ account, format: 'csv', zone: 'UTC' }],
  'POST /api/membership/orders/:number/invoice': () => [{ title: 'stolen', taxNumber: null }],
  'POST /api/mixing/projects/:id/presence': () => [{ window: randomUUID(), says: 'here' }],
  'POST /api/mixing/projects/:id/copies': () => [{ name: 'stolen' }],
  'POST /api/mixing/projects/:id/runs': () => [{ count: 1 }],
  'PUT /api/mixing/projects/:id': () => [{ revision: 1, document: { ...mixOf(), name: 'stolen' } }],
  'POST /api/mixing/projects': ({ material }) => [mixOf(material)],
  'POST /api/mixing/runs/:id/further': () => [{ share: 1 }],
  'POST /api/mixing/material-uses': ({ material }) => [{ ids: [material] }],
  'POST /api/mixing/measurements': ({ material, mixProject }, own) => [
    { document: mixOf(material, material), count: 1 },
    { document: mixOf(own.material, own.material), projectId: mixProject, count: 1 },
  ],
  'POST /api/mixing/previews': ({ material, mixProject }, own) => [
    { document: mixOf(material, material), count: 1, seed: 1 },
    { document: mixOf(own.material, own.material), projectId: mixProject, count: 1, seed: 1 },
  ],
  'POST /api/mixing/rendered-previews': ({ material }, own) => [
    { document: mixOf(material), preview: previewOf(material) },
    { document: mixOf(own.material), preview: previewOf(material) },
  ],
  'PATCH /api/mixing/templates/:id': () => [{ name: 'stolen' }, { shared: true }],
  'POST /api/pieces/projects': ({ pieceTemplate: template, material }, own) => [
    { name: 'Other', template, materials: [own.material] },
    { name: 'Other', template: own.pieceTemplate, materials: [material] },
  ],
  'PUT /api/pieces/projects/:id': ({ material }) => [
    { name: 'stolen', revision: 1, slots: [{ slot: SLOT, piece: { material, from: 0, to: 1 }, isLocked: false }] },
  ],
  'PUT /api/pieces/templates/:id': () => [{ name: 'stolen', slots: [SLOT], revision: 1 }],
  'POST /api/pieces/runs': ({ pieceProject, folder }, own) => [
    { projects: [pieceProject] },
    { projects: [own.pieceProject], folder },
  ],
  'POST /api/removal/stills': ({ material: id }) => [
    { id, at: 0.5, removals: [{ ...BOX, ...WINDOW }], language: 'en' },
  ],
  'POST /api/segmentation/openings': ({ material }) => [{ ids: [material] }, { ids: [material], again: true }],
  'PUT /api/segmentation/videos/:id/edit': () => [{ edit: { added: [1] }, revision: 0 }],
  'POST /api/segmentation/runs': ({ material, folder }, own) => [
    { name: 'Other', videos: [{ id: material }] },
    { name: 'Other', videos: [{ id: own.material }], folder },
  ],
  'POST /api/voices/clones': ({ sample, consent: recording }, own) => [
    voiceOf(sample, { kind: 'signed', name: 'Other', sentence: 'Other', agreed: true }),
    voiceOf(own.otherSample, { kind: 'spoken', name: 'Other', sentence: 'Other', recording }),
  ],
  'PATCH /api/voices/clones/:id': () => [{ name: 'stolen' }],
  'POST /api/voices/clones/:id/audition': () => [{ language: 'en-US', text: 'Other' }],
  'POST /api/translation/projects': ({ text: textId }) => [
    { textId, name: 'Other', from: 'zh-CN', targets: ['en-US'] },
  ],
  'PATCH /api/translation/projects/:id': () => [{ name: 'stolen', add: ['de-DE'] }],
  'POST /api/translation/batch-plans': ({ material }) => [{ videos: [material], languages: ['en-US'] }],
  'POST /api/translation/batches': ({ material, folder }, own) => [
    { name: 'Other', folder: null, videos: [material], languages: ['en-US'] },
    { name: 'Other', folder, videos: [own.material], languages: ['en-US'] },
  ],
  'PATCH /api/translation/batches/:id': () => [{ state: 'cancelled' }],
  'POST /api/translation/batches/:id/retries': () => [{}],
  'POST /api/translation/batches/:id/acceptances': () => [{}],
  'POST /api/translation/removals': ({ otherTranslation }) => [{ ids: [otherTranslation] }],
  'POST /api/translation/projects/:id/runs': () => [{ languages: ['en-US'] }],
  'POST /api/translation/projects/:id/languages/:language/imports': () => [
    { cues: [{ start: CUE.start, end: CUE.end, text: 'stolen' }] },
  ],
  'PUT /api/translation/projects/:id/languages/:language/lines/:cue': () => [
    { text: 'stolen', isDone: true, origin: 'typed', revision: 0 },
  ],
  'POST /api/translation/projects/:id/languages/:language/lines/:cue/suggestions': () => [{ engine: false }],
  'POST /api/translation/projects/:id/languages/:language/lines/:cue/voice': () => [{ text: 'stolen' }],
  'POST /api/translation/projects/:id/languages/:language/dubs': () => [{}],
  'POST /api/translation/projects/:id/exports': () => [
    { languages: ['en-US'], folder: null, agreed: null, form: 'soft' },
  ],
  'POST /api/translation/projects/:id/pictures': () => [{ language: 'en-US', cue: 'c1', style: {}, at: 0 }],
};

/** Queries that name a row. */
const QUERIES: Readonly<Record<string, (ids: ToolIds) => string>> = {
  'GET /api/materials': ({ folder }) => `?folder=${folder}`,
  'GET /api/translation/batches/:id/items': ({ material }) => `?video=${material}`,
  'GET /api/tasks': ({ material }) => `?subjectId=${material}`,
  'GET /api/tool-runs': ({ mixProject }) => `?tool=mixing.mix&of=${mixProject}`,
  'GET /api/tool-runs/:id/items': ({ item }) => `?ids=${item}`,
  'GET /api/membership/consumption': ({ account }) => `?account=${account}`,
  'POST /api/mixing/projects': ({ mixProject }) => `?id=${mixProject}`,
};

export interface ToolSample {
  method: string;
  path: string;
  body: object | undefined;
  /** A file goes along. */
  upload: boolean;
  /** Whether it is about a row: others are asked for what they tell by themselves. */
  namesRow: boolean;
}

const takesId = (schema: z.ZodType | undefined): boolean =>
  schema !== undefined &&
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes('"format":"uuid"');

/**
 * Requests of a call about what some ids name; for one that names nothing and changes nothing, that it is made as such.
 * @throws TypeError for a call that nobody has said that of
 */
export function toolSamplesOf({ method, path, body, query, upload }: Call, ids: ToolIds, own: ToolIds): ToolSample[] {
  const call = `${method} ${path}`;
  const wanted = (what: string) => new TypeError(`tests/integration/access/tool-call-samples.ts: ${what} of ${call}`);
  if (STREAMS.has(call)) return [];
  const [name, ...further] = path.match(/:\w+/g) ?? [];
  const takesBody = body !== undefined || upload === true;
  const isPlain = NAMES_NO_ROW.has(call) || (name === undefined && !takesBody && QUERIES[call] === undefined);
  if (isPlain) {
    if (!NAMES_NO_ROW.has(call) && takesId(query)) throw wanted('add the ids in the query to QUERIES');
    if (method !== 'GET' || name !== undefined) return [];
    return [{ method, path, body: undefined, upload: false, namesRow: false }];
  }
  const subject = OF_CALLS[call] ?? OF_PATHS.find(([start]) => path.startsWith(start))?.[1];
  if (name !== undefined && subject === undefined) throw wanted(`say in OF_PATHS what ${name} names`);
  const filled = [
    ...(name === undefined || subject === undefined ? [] : [[name, ids[subject]] as const]),
    ...further.map((each) => [each, WORDS[each] ?? wanted(`add ${each} to WORDS`)] as const),
  ].reduce((sofar, [each, value]) => {
    if (value instanceof TypeError) throw value;
    return sofar.replace(each, value);
  }, path);
  const bodies = body === undefined ? [undefined] : BODIES[call]?.(ids, own);
  if (bodies === undefined) throw wanted('add a body to BODIES, or the call to NAMES_NO_ROW');
  if (takesId(query) && QUERIES[call] === undefined) throw wanted('add the ids in the query to QUERIES');
  const asked = `${filled}${QUERIES[call]?.(ids) ?? ''}`;
  return bodies.map((each) => ({ method, path: asked, body: each, upload: upload === true, namesRow: true }));
}
