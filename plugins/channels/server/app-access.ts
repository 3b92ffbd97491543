import { fail } from '#core/contract/errors.ts';
import type {
  Opened,
  ProbeReport,
  ServiceAccess,
  ServiceScope,
} from '#core/server/services/providers/provider-adapter.ts';

const scope = (name: string, about: string, others: Partial<ServiceScope> = {}): ServiceScope => ({
  ...{ name, about: `channels:scope.${about}` },
  ...others,
});
const optional = { isOptional: true } as const;
const google = (name: string) => `https://www.googleapis.com/auth/${name}`;

/** What each platform has to grant an app, and what it reviews before people outside its makers can agree. */
export const ACCESS = {
  youtube: {
    scopes: [scope(google('youtube.upload'), 'upload'), scope(google('youtube.readonly'), 'read-channel')],
    review: 'channels:youtube.review',
  },
  tiktok: {
    scopes: [
      scope('user.info.basic', 'profile'),
      scope('video.publish', 'tiktok-direct', optional),
      scope('video.upload', 'tiktok-inbox', optional),
      scope('user.info.stats', 'tiktok-followers', optional),
      scope('video.list', 'tiktok-figures', optional),
    ],
    review: 'channels:tiktok.review',
  },
  instagram: {
    scopes: [
      scope('instagram_basic', 'profile'),
      scope('instagram_content_publish', 'publish'),
      scope('pages_show_list', 'pages'),
      scope('pages_read_engagement', 'pages-read'),
    ],
    review: 'channels:instagram.review',
  },
  facebook: {
    scopes: [
      scope('pages_show_list', 'pages'),
      scope('pages_read_engagement', 'pages-read'),
      scope('pages_manage_posts', 'publish'),
      scope('pages_manage_metadata', 'pages-news', optional),
    ],
    review: 'channels:facebook.review',
  },
  x: {
    scopes: [
      scope('tweet.read', 'read-posts'),
      scope('tweet.write', 'publish'),
      scope('users.read', 'profile'),
      scope('media.write', 'upload'),
      scope('offline.access', 'renew'),
    ],
    review: 'channels:x.review',
  },
  douyin: {
    scopes: [
      scope('user_info', 'profile', { others: ['user.info.basic'] }),
      scope('video.create.bind', 'publish', { others: ['video.create'] }),
      scope('video.data.bind', 'douyin-data', { others: ['video.data'], isOptional: true }),
      scope('video.list.bind', 'douyin-list', { others: ['video.list'], isOptional: true }),
    ],
    review: 'channels:douyin.review',
  },
  kuaishou: {
    scopes: [
      scope('user_info', 'profile'),
      scope('user_video_publish', 'publish'),
      scope('user_video_info', 'read-posts'),
    ],
    review: 'channels:kuaishou.review',
  },
  shopee: {
    scopes: [scope('Media API', 'upload'), scope('Video API', 'publish')],
    review: 'channels:shopee.review',
  },
} as const satisfies Record<string, ServiceAccess>;

/** What members are asked for; null where the platform decides that by the app alone. */
export async function scopesAsked(provider: Opened<'channels'>): Promise<string[] | null> {
  const request = { state: 'reelport-check', redirect: 'https://reelport.invalid/', answers: {}, account: '' };
  const { url } = await provider.authorise(request);
  const asked = url === null ? null : new URL(url).searchParams.get('scope');
  return asked?.split(/[\s,]+/) ?? null;
}

/**
 * What of an app can be held against its platform without anybody's account: members are asked for all that posting takes,
 * and the platform knows the app and its secret. Operators' *Check* and the tests of adapters run the same.
 * @returns what the platform tells of its scopes
 * @throws expected `channels:scopes.not-asked` (422); what is wrong with the app
 */
export async function holdToAccess(
  provider: Opened<'channels'>,
  { scopes }: ServiceAccess,
  signal: AbortSignal,
): Promise<ProbeReport> {
  const asked = await scopesAsked(provider);
  const isAsked = ({ name, others = [] }: ServiceScope) => [name, ...others].some((one) => asked?.includes(one));
  const missing = asked === null ? [] : scopes.filter((one) => one.isOptional !== true && !isAsked(one));
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    fail('channels:scopes.not-asked', { scopes: names }, { kind: 'invalid' });
  }
  return (await provider.probe?.(signal)) ?? {};
}

/** The same provider, which operators check so. */
export function checkedBy(access: ServiceAccess, provider: Opened<'channels'>): Opened<'channels'> {
  return { ...provider, probe: (signal) => holdToAccess(provider, access, signal) };
}
