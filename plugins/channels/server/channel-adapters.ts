import type { ServerContext } from '#core/server/plugins/context.ts';
import { pause } from '#core/server/services/media/abort-error.ts';
import { defineProvider, type ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';

import { createDouyin } from './douyin/douyin.ts';
import { DOUYIN } from './douyin/settings.ts';
import { createInstagram } from './instagram/instagram.ts';
import { createMastodon } from './mastodon/mastodon.ts';
import { MASTODON } from './mastodon/settings.ts';
import { META } from './meta/meta-settings.ts';
import { createPeertube } from './peertube/peertube.ts';
import { PEERTUBE } from './peertube/settings.ts';
import { TIKTOK } from './tiktok/settings.ts';
import { createTiktok } from './tiktok/tiktok.ts';
import { YOUTUBE } from './youtube/settings.ts';
import { createYoutube } from './youtube/youtube.ts';

/** The platforms that videos are published to. */
export function channelAdapters({ clock }: Pick<ServerContext, 'clock'>): ProviderAdapter[] {
  const services = { clock, rest: pause };
  return [
    defineProvider({
      ...{ kind: 'channels', id: 'channels.mastodon', title: 'channels:mastodon.title', settings: MASTODON },
      about: 'channels:mastodon.about',
      open: (settings) => createMastodon(settings, services),
    }),
    defineProvider({
      ...{ kind: 'channels', id: 'channels.peertube', title: 'channels:peertube.title', settings: PEERTUBE },
      about: 'channels:peertube.about',
      open: (settings) => createPeertube(settings, services),
    }),
    defineProvider({
      ...{ kind: 'channels', id: 'channels.youtube', title: 'channels:youtube.title', settings: YOUTUBE },
      about: 'channels:youtube.about',
      open: (settings) => createYoutube(settings, services),
    }),
    defineProvider({
      ...{ kind: 'channels', id: 'channels.tiktok', title: 'channels:tiktok.title', settings: TIKTOK },
      about: 'channels:tiktok.about',
      open: (settings) => createTiktok(settings, services),
    }),
    defineProvider({
      ...{ kind: 'channels', id: 'channels.instagram', title: 'channels:instagram.title', settings: META },
      about: 'channels:instagram.about',
      open: (settings) => createInstagram(settings, services),
    }),
    defineProvider({
      ...{ kind: 'channels', id: 'channels.douyin', title: 'channels:douyin.title', settings: DOUYIN },
      about: 'channels:douyin.about',
      open: (settings) => createDouyin(settings, services),
    }),
  ];
}
