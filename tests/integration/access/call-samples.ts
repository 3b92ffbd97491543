import { randomUUID } from 'node:crypto';

import type { Call } from '#core/contract/call.ts';

/** What an owner has that calls name by id. */
export const SUBJECTS = [
  'channel',
  'choice',
  'otherChoice',
  'task',
  'post',
  'run',
  'material',
  'place',
  'product',
  'host',
  'site',
  'showcasePost',
] as const;
export type Subject = (typeof SUBJECTS)[number];
/** An id of each: of an owner's rows, or of nothing. */
export type Ids = Readonly<Record<Subject, string>>;

export const nothing = (): Ids =>
  Object.fromEntries(SUBJECTS.map((subject) => [subject, randomUUID()])) as Record<Subject, string>;

/** What the ids in the path of a call name; the longest beginning counts. */
const OF_PATHS: readonly (readonly [string, Subject])[] = [
  ['/api/publishing/runs/', 'run'],
  ['/api/publishing/channels/', 'channel'],
  ['/api/publishing/choices/', 'choice'],
  ['/api/publishing/tasks/', 'task'],
  ['/api/publishing/posts/', 'post'],
  ['/douyinPublishH5/', 'post'],
  ['/douyinPublishH5-temp/', 'task'],
  ['/api/showcase/showcases/', 'site'],
  ['/api/showcase/posts/', 'showcasePost'],
  ['/api/hosts/nodes/', 'host'],
];

/** Calls that end what they name, so that another one is left to others. */
const OF_CALLS: Readonly<Record<string, Subject>> = { 'POST /api/publishing/choices/:id': 'otherChoice' };

/** Parameters that name no row: the values that are tried. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'POST /api/publishing/tasks/:id/:step': ['pause', 'resume', 'cancel', 'retry'],
  'POST /api/publishing/posts/:id/:step': ['cancel', 'retry'],
};

const LATER = '2099-01-01T00:00:00.000Z';
const FACTS = {
  ...{ name: 'Other', type: 'cloud', user: 'root', ip: '203.0.113.9', port: 22, elasticIp: null },
  ...{ region: null, provider: null, config: null, expiresOn: null },
};
const STORE = { poiId: 'other-1', name: 'Other', address: 'Elsewhere 1', latitude: null, longitude: null };

/** A post of an own video, so that nothing but what the ids name is missing. */
const wish = (
  ids: Ids,
  {
    what,
    channels,
    place = null,
    product = null,
  }: { what: object; channels: string[]; place?: string | null; product?: string | null },
) => ({
  ...{ what, channels, place, product, when: { kind: 'now' }, key: randomUUID(), name: 'Other' },
});

/**
 * Bodies by method and path, with what the ids name in each place where a call takes an id; `own` are the caller's.
 * Those without an id are there once.
 */
const BODIES: Readonly<Record<string, (ids: Ids, own: Ids) => readonly object[]>> = {
  'POST /api/publishing/sends': ({ run, material }) => [
    { target: 'publishing.folder', what: { runId: run } },
    { target: 'publishing.folder', what: { materials: [material] } },
  ],
  'PUT /api/publishing/runs/:id/wish': () => [{ target: null }],
  'POST /api/publishing/channel-imports': () => [
    { rows: [{ row: 2, platform: 'quay', name: 'Other' }], isTrial: false },
    { rows: [{ row: 2, platform: 'quay', name: 'Quay rose-window', host: 'rose-window', group: 'x' }], isTrial: false },
  ],
  'POST /api/publishing/connections': () => [{ adapter: 'showcase.pages', answers: { title: '', handle: '' } }],
  'PATCH /api/publishing/channels/:id': ({ host }, own) => [
    { remark: 'changed', overdue: 'ask' },
    { hostId: host },
    { hostId: own.host },
  ],
  'PUT /api/publishing/channels/:id/users': () => [{ users: [] }],
  'POST /api/publishing/choices/:id': () => [{ owners: ['of-choice'] }],
  'POST /api/publishing/plans': (ids, own) =>
    posts(ids, own)
      .slice(0, 4)
      .map(({ key: _key, name: _name, place: _place, ...rest }) => rest),
  'POST /api/publishing/copies': ({ run, channel }, own) => [
    { runId: run, copies: [{ fileId: randomUUID(), channelId: own.channel }] },
    { runId: own.run, copies: [{ fileId: randomUUID(), channelId: channel }] },
  ],
  'POST /api/publishing/tasks': posts,
  'POST /api/douyinStarCategory/list': () => [{ keyword: '' }, { keyword: 'shop.example' }],
  'POST /api/douyinStarCategory/realurl': () => [{ url: 'https://127.0.0.1/other' }],
  'POST /api/douyinStarSearchHistory/record': () => [{ keyword: 'Other' }],
  'POST /api/publishing/tasks/:id/retries': () => [{ code: 'publishing:cause.refused', reason: '' }],
  'POST /api/publishing/tasks/:id/overdue': () => [{ answer: 'now' }, { answer: 'cancel' }],
  'PATCH /api/publishing/posts/:id': () => [{ at: LATER }],
  'POST /api/publishing/phone-links': ({ post, task, channel }) => [
    { kind: 'post', id: post },
    { kind: 'task', id: task, isNew: true },
    { kind: 'channel', id: channel, isNew: true },
  ],
  'POST /douyinPublishH5/:id': () => [{ step: 'done', link: 'https://v.douyin.com/iRNBho5m/' }],
  'POST /anon/publishing/news/:service': () => [{}],
  'PATCH /api/showcase/showcases/:id': () => [{ title: 'Other', about: 'Other' }],
  'PUT /api/showcase/posts/:id/withdrawn': () => [{ withdrawn: true }, { withdrawn: false }],
  'POST /api/hosts/nodes': () => [{ ...FACTS, credential: { method: 'password', password: 'x' } }],
  'PATCH /api/hosts/nodes/:id': () => [{ ...FACTS, credential: { method: 'password', password: 'stolen' } }],
  'POST /api/hosts/nodes/:id/trust': () => [{ fingerprint: 'SHA256:stolen' }],
  'POST /api/poi/places': () => [STORE],
  'PUT /api/poi/places/:id': () => [STORE],
  'POST /api/poi/removals': ({ place }) => [{ ids: [place] }],
  'POST /api/poi/imports': () => [
    { rows: [{ row: 2, poiId: 'other-1', name: 'Other', address: 'Elsewhere 1' }], isTrial: false },
  ],
};

/** One for each place in which posts name something; the last one, a store, counts only once they are written. */
function posts(ids: Ids, own: Ids) {
  return [
    wish(ids, { what: { materials: [own.material] }, channels: [ids.channel] }),
    wish(ids, { what: { materials: [ids.material] }, channels: [own.channel] }),
    wish(ids, { what: { runId: ids.run }, channels: [own.channel] }),
    wish(ids, { what: { materials: [own.material] }, channels: [own.channel], product: ids.product }),
    wish(ids, { what: { materials: [own.material] }, channels: [own.channel], place: ids.place }),
  ];
}

export interface Sample {
  /** Method and path as declared. */
  call: string;
  method: string;
  path: string;
  body: object | undefined;
}

/**
 * Requests of a call about what some ids name.
 * @throws TypeError for a call that nobody has said that of
 */
export function samplesOf({ method, path, body }: Call, ids: Ids, own: Ids): Sample[] {
  const call = `${method} ${path}`;
  const subject =
    OF_CALLS[call] ??
    OF_PATHS.find(([start]) => path.startsWith(start))?.[1] ??
    (path.includes('/api/poi/places/') ? 'place' : null);
  const bodies = body === undefined ? [undefined] : BODIES[call]?.(ids, own);
  if (bodies === undefined)
    throw new TypeError(`tests/integration/access/call-samples.ts: add a body of ${call} to BODIES`);
  const paths = (WORDS[call] ?? ['']).map((word) =>
    path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
      if (name === 'step') return word;
      if (name === 'service') return 'showcase.pages';
      if (name === 'handle') return `of-${ids.site.slice(0, 8)}`;
      if (name === 'slug') return `of-${ids.showcasePost.slice(0, 8)}`;
      if (name === 'id' && subject !== null) return ids[subject];
      throw new TypeError(`tests/integration/access/call-samples.ts: say in OF_PATHS what :${name} of ${call} names`);
    }),
  );
  return paths.flatMap((filled) => bodies.map((each) => ({ call, method, path: filled, body: each })));
}
