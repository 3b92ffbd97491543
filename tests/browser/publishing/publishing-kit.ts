import { answer, mountPlugin, partnerService, type Answer, type MountOptions } from '#core/web/testing/index.ts';
import { MATERIALS, type Material, type MaterialsLibrary } from '#plugins/materials/api.ts';
import { listChannels, type Channel } from '#plugins/publishing/channel-calls.ts';
import manifest from '#plugins/publishing/plugin.ts';
import { listMadeRuns, listPostPlaces, type AccountTakes, type PlannedPost } from '#plugins/publishing/plan-calls.ts';
import { type Post, type PublishTask } from '#plugins/publishing/post-calls.ts';
import { listDayQuotas } from '#plugins/publishing/quota-calls.ts';
import web from '#plugins/publishing/web/index.ts';
import { HandedLibrary } from '#tests/browser/crop/crop-kit.ts';
import { idOf } from '#tests/browser/runs/press-run.tsx';

export const publishing = { manifest, web };
export const TASK = idOf(900);
const AT = '2027-01-04T01:00:00.000Z';

/** Account `number` at a platform. */
export function buildChannel(number: number, overrides: Partial<Channel> = {}): Channel {
  return {
    ...{ id: idOf(500 + number), adapter: 'showcase.pages', platform: 'pages', service: '橱窗' },
    ...{ name: `账号-${number}`, picture: null, followers: 12_000, group: null, phone: null, remark: null },
    ...{
      state: 'normal',
      overdue: 'now',
      delivery: 'direct',
      deliveries: ['direct'],
      slots: null,
      hostId: null,
      host: null,
      isHostGone: false,
      isShared: false,
      isByHand: false,
      endsAt: null,
      lastPostAt: null,
      connectedAt: AT,
    },
    ...overrides,
  };
}

export function buildPost(number: number, overrides: Partial<Post> = {}): Post {
  return {
    ...{
      id: idOf(700 + number),
      taskId: TASK,
      channelId: idOf(501),
      channel: '账号-1',
      platform: 'pages',
      service: '橱窗',
    },
    ...{
      fileId: idOf(number),
      picture: null,
      name: `镜头-${number}.mp4`,
      title: '',
      text: '',
      state: 'planned',
      isPaused: false,
    },
    ...{ isAsked: false, progress: 0, at: AT, link: null, linkProof: null, caption: null, cause: null, figures: null },
    ...overrides,
  };
}

export function buildTask(overrides: Partial<PublishTask> = {}): PublishTask {
  return {
    ...{
      id: TASK,
      name: '新年第一批',
      coverId: idOf(1),
      picture: null,
      type: 'scheduled',
      state: 'pending',
      isPaused: false,
    },
    ...{
      works: 3,
      accounts: 2,
      posts: 6,
      published: 2,
      failed: 1,
      cancelled: 0,
      asked: 0,
      waiting: 3,
      handover: 0,
      inbox: 0,
      createdAt: AT,
    },
    nextAt: AT,
    ...overrides,
  };
}

export function buildPlanned(number: number, overrides: Partial<PlannedPost> = {}): PlannedPost {
  return {
    ...{ fileId: idOf(number), name: `镜头-${number}.mp4`, channelId: idOf(501), at: AT, day: AT.slice(0, 10) },
    ...{ title: `镜头-${number}`, text: '', faults: [], fit: null, copy: null, fixes: [], elsewhere: null, notes: [] },
    ...overrides,
  };
}

export function buildTakes(overrides: Partial<AccountTakes> = {}): AccountTakes {
  return {
    ...{
      covers: 'pictures',
      titleLetters: 100,
      textLetters: 300,
      counts: { by: 'utf16' },
      hasTags: false,
      isDraft: false,
    },
    ...{ mentions: null, products: 'link', ...overrides },
  };
}

export const pageOf = <T>(...items: T[]) => ({ items, nextCursor: null, total: items.length });

export const channelsAnswer = (channels: Channel[], most: number | null = 10): Answer =>
  answer(listChannels, { channels, most });

/** A page of the plugin, with a library beside it. */
export async function open(
  page: string,
  path: string,
  calls: Answer[],
  { clips = [], ...more }: Partial<MountOptions> & { clips?: Material[] } = {},
) {
  const library = new HandedLibrary();
  library.hand(...clips);
  const tokens = [partnerService(MATERIALS, () => library as unknown as MaterialsLibrary)];
  const mounted = await mountPlugin(publishing, {
    ...{ page, path, tokens },
    calls: [
      ...calls,
      answer(listPostPlaces, { places: [] }),
      answer(listMadeRuns, { runs: [] }),
      answer(listDayQuotas, { quotas: [] }),
    ],
    session: { account: { features: [15] } },
    ...more,
  });
  return Object.assign(mounted, { library });
}
