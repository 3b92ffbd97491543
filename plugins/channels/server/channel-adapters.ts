import type { ServerContext } from '#core/server/plugins/context.ts';
import { fetchGuarded } from '#core/server/services/outbound/fetch-guarded.ts';
import { pause } from '#core/server/services/media/abort-error.ts';
import { defineProvider, type ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';

import { ACCESS, checkedBy } from './app-access.ts';
import { createDouyin } from './douyin/douyin.ts';
import { DOUYIN } from './douyin/settings.ts';
import type { ChannelServices } from './ask-platform.ts';
import { createFacebook } from './facebook/facebook.ts';
import { createInstagram } from './instagram/instagram.ts';
import { KUAISHOU } from './kuaishou/settings.ts';
import { createKuaishou } from './kuaishou/kuaishou.ts';
import { createMastodon } from './mastodon/mastodon.ts';
import { MASTODON } from './mastodon/settings.ts';
import { META } from './meta/meta-settings.ts';
import { createPeertube } from './peertube/peertube.ts';
import { PEERTUBE } from './peertube/settings.ts';
import { DOUYIN_SHARE, douyinShare } from './phone/douyin-share.ts';
import { createPhoneChannel, PHONE } from './phone/phone-channel.ts';
import { PHONE_PLATFORMS, type PhonePlatform } from './phone/phone-platforms.ts';
import { SHOPEE } from './shopee/settings.ts';
import { createShopee } from './shopee/shopee.ts';
import { TIKTOK } from './tiktok/settings.ts';
import { createTiktok } from './tiktok/tiktok.ts';
import { videoReader } from './video-reader.ts';
import { YOUTUBE } from './youtube/settings.ts';
import { X } from './x/settings.ts';
import { createX } from './x/x.ts';
import { createYoutube } from './youtube/youtube.ts';

/** The platforms that videos are published to. */
export function channelAdapters(ctx: Pick<ServerContext, 'clock' | 'media' | 'temporaryFolder'>): ProviderAdapter[] {
  const services = { clock: ctx.clock, rest: pause, videos: videoReader(ctx) };
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
      ...{ about: 'channels:youtube.about', access: ACCESS.youtube },
      open: (settings) => checkedBy(ACCESS.youtube, createYoutube(settings, services)),
    }),
    defineProvider({
      ...{ kind: 'channels', id: 'channels.tiktok', title: 'channels:tiktok.title', settings: TIKTOK },
      ...{ about: 'channels:tiktok.about', access: ACCESS.tiktok },
      open: (settings) => checkedBy(ACCESS.tiktok, createTiktok(settings, services)),
    }),
    defineProvider({
      ...{ kind: 'channels', id: 'channels.instagram', title: 'channels:instagram.title', settings: META },
      ...{ about: 'channels:instagram.about', access: ACCESS.instagram },
      open: (settings) => checkedBy(ACCESS.instagram, createInstagram(settings, services)),
    }),
    defineProvider({
      ...{ kind: 'channels', id: 'channels.x', title: 'channels:x.title', settings: X },
      ...{ about: 'channels:x.about', access: ACCESS.x },
      open: (settings) => checkedBy(ACCESS.x, createX(settings, services)),
    }),
    defineProvider({
      ...{ kind: 'channels', id: 'channels.facebook', title: 'channels:facebook.title', settings: META },
      ...{ about: 'channels:facebook.about', access: ACCESS.facebook },
      open: (settings) => checkedBy(ACCESS.facebook, createFacebook(settings, services)),
    }),
    defineProvider({
      ...{ kind: 'channels', id: 'channels.douyin', title: 'channels:douyin.title', settings: DOUYIN },
      ...{ about: 'channels:douyin.about', access: ACCESS.douyin },
      open: (settings) => checkedBy(ACCESS.douyin, createDouyin(settings, services)),
    }),
    defineProvider({
      ...{ kind: 'channels', id: 'channels.kuaishou', title: 'channels:kuaishou.title', settings: KUAISHOU },
      ...{ about: 'channels:kuaishou.about', access: ACCESS.kuaishou },
      open: (settings) => checkedBy(ACCESS.kuaishou, createKuaishou(settings, services)),
    }),
    defineProvider({
      ...{ kind: 'channels', id: 'channels.shopee', title: 'channels:shopee.title', settings: SHOPEE },
      ...{ about: 'channels:shopee.about', access: ACCESS.shopee },
      open: (settings) => checkedBy(ACCESS.shopee, createShopee(settings, services)),
    }),
    ...PHONE_PLATFORMS.map((platform) => phoneAdapter(platform, services)),
  ];
}

/** Posting by hand: for Douyin the app opens with the video when operators have keys of its open platform. */
function phoneAdapter(platform: PhonePlatform, services: ChannelServices): ProviderAdapter {
  const { id } = platform;
  const adapter = { kind: 'channels', id: `channels.phone-${id}`, title: `channels:phone.${id}-title` } as const;
  if (id !== 'douyin') {
    return defineProvider({
      ...{ ...adapter, about: 'channels:phone.about', settings: PHONE },
      open: ({ asksLinks }) => createPhoneChannel(platform, null, asksLinks ? fetchGuarded : null),
    });
  }
  return defineProvider({
    ...{ ...adapter, about: 'channels:phone.douyin-about', settings: DOUYIN_SHARE },
    open: (settings) =>
      createPhoneChannel(platform, douyinShare(settings, services), settings.asksLinks ? fetchGuarded : null),
  });
}
