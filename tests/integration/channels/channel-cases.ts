import { ACCESS } from '#plugins/channels/server/app-access.ts';
import { createDouyin } from '#plugins/channels/server/douyin/douyin.ts';
import { DOUYIN } from '#plugins/channels/server/douyin/settings.ts';
import { createFacebook } from '#plugins/channels/server/facebook/facebook.ts';
import { createInstagram } from '#plugins/channels/server/instagram/instagram.ts';
import { createKuaishou } from '#plugins/channels/server/kuaishou/kuaishou.ts';
import { KUAISHOU } from '#plugins/channels/server/kuaishou/settings.ts';
import { createMastodon } from '#plugins/channels/server/mastodon/mastodon.ts';
import { MASTODON } from '#plugins/channels/server/mastodon/settings.ts';
import { META } from '#plugins/channels/server/meta/meta-settings.ts';
import { createPeertube } from '#plugins/channels/server/peertube/peertube.ts';
import { PEERTUBE } from '#plugins/channels/server/peertube/settings.ts';
import { SHOPEE } from '#plugins/channels/server/shopee/settings.ts';
import { createShopee } from '#plugins/channels/server/shopee/shopee.ts';
import { TIKTOK } from '#plugins/channels/server/tiktok/settings.ts';
import { createTiktok } from '#plugins/channels/server/tiktok/tiktok.ts';
import { X } from '#plugins/channels/server/x/settings.ts';
import { createX } from '#plugins/channels/server/x/x.ts';
import { createYoutube } from '#plugins/channels/server/youtube/youtube.ts';
import { YOUTUBE } from '#plugins/channels/server/youtube/settings.ts';
import { startDouyin } from '#tests/fixtures/channels/douyin-simulator.ts';
import { startKuaishou } from '#tests/fixtures/channels/kuaishou-simulator.ts';
import { startFacebook } from '#tests/fixtures/channels/facebook-simulator.ts';
import { startMastodon } from '#tests/fixtures/channels/mastodon-simulator.ts';
import { startMeta } from '#tests/fixtures/channels/meta-simulator.ts';
import { startPeertube } from '#tests/fixtures/channels/peertube-simulator.ts';
import { startShopee } from '#tests/fixtures/channels/shopee-simulator.ts';
import { startTiktok } from '#tests/fixtures/channels/tiktok-simulator.ts';
import { startX } from '#tests/fixtures/channels/x-simulator.ts';
import { startYoutube } from '#tests/fixtures/channels/youtube-simulator.ts';

import type { ChannelCase } from './channel-case.ts';

/** Every adapter of the plugin. */
export const CASES: readonly ChannelCase[] = [
  {
    name: 'Mastodon',
    async start(scope, services) {
      const simulator = await startMastodon(scope);
      const { platform, grants } = simulator;
      return {
        ...{ platform, grants, answers: { address: platform.address }, settle: () => {}, remove: simulator.remove },
        provider: createMastodon(MASTODON.parse({ privateNetwork: true }), services),
      };
    },
    ...{ steps: { upload: 'upload', post: 'post', account: 'account' }, renews: 'never', resumes: false },
    ...{ audience: 'unlisted', tooLong: { text: '长'.repeat(501) }, limit: /takes 500 at most/, megabytes: 1 },
  },
  {
    name: 'PeerTube',
    async start(scope, services) {
      const { platform, grants, settle, remove } = await startPeertube(scope);
      const answers = { address: platform.address, name: 'quay', password: 'secret' };
      const provider = createPeertube(PEERTUBE.parse({ privateNetwork: true }), services);
      return { platform, grants, answers, provider, settle, remove };
    },
    ...{ steps: { upload: 'upload', post: 'upload', account: 'account' }, renews: 'rotates', resumes: true },
    ...{ audience: 'unlisted', tooLong: { title: '长'.repeat(121) }, limit: /takes 120 at most/, megabytes: 20 },
  },
  {
    ...{ name: 'YouTube', access: ACCESS.youtube },
    async start(scope, services) {
      const { platform, grants, settle, remove } = await startYoutube(scope);
      const settings = YOUTUBE.parse({
        ...{ clientId: 'client', clientSecret: 'client-secret', page: `${platform.address}/o/oauth2/v2/auth` },
        ...{ tokenAddress: platform.address, endpoint: platform.address },
      });
      return { platform, grants, answers: {}, provider: createYoutube(settings, services), settle, remove };
    },
    ...{ steps: { upload: 'upload', post: 'upload', account: 'account' }, renews: 'keeps', resumes: true },
    ...{ audience: 'unlisted', tooLong: { text: '长'.repeat(1_667) }, limit: /takes 5000 at most/, megabytes: 20 },
  },
  {
    ...{ name: 'TikTok', access: ACCESS.tiktok },
    async start(scope, services) {
      const { platform, grants, settle, remove } = await startTiktok(scope);
      const settings = TIKTOK.parse({
        ...{ clientKey: 'client', clientSecret: 'client-secret', statistics: true },
        ...{ page: `${platform.address}/v2/auth/authorize/`, endpoint: platform.address },
      });
      return { platform, grants, answers: {}, provider: createTiktok(settings, services), settle, remove };
    },
    ...{ steps: { upload: 'upload', post: 'upload', account: 'account' }, renews: 'rotates', resumes: true },
    ...{
      audience: 'PUBLIC_TO_EVERYONE',
      tooLong: { text: '长'.repeat(2_201) },
      limit: /takes 2200 at most/,
      megabytes: 70,
    },
  },
  {
    ...{ name: 'Facebook', access: ACCESS.facebook },
    async start(scope, services) {
      const { platform, grants, settle, remove } = await startFacebook(scope);
      const { address } = platform;
      const addresses = { page: address, endpoint: address, uploadAddress: address };
      const settings = META.parse({ appId: 'app', appSecret: 'app-secret', ...addresses });
      return { platform, grants, answers: {}, provider: createFacebook(settings, services), settle, remove };
    },
    ...{ steps: { upload: 'upload', post: 'post', account: 'account' }, renews: 'never', resumes: false },
    ...{ audience: 'public', tooLong: { text: '长'.repeat(2_201) }, limit: /takes 2200 at most/, megabytes: 1 },
  },
  {
    ...{ name: 'X', access: ACCESS.x },
    async start(scope, services) {
      const { platform, grants, remove } = await startX(scope);
      const settings = X.parse({
        ...{ clientId: 'client', clientSecret: 'client-secret', endpoint: platform.address },
        page: `${platform.address}/i/oauth2/authorize`,
      });
      return { platform, grants, answers: {}, provider: createX(settings, services), settle: () => {}, remove };
    },
    ...{ steps: { upload: 'upload', post: 'post', account: 'account' }, renews: 'rotates', resumes: true },
    ...{ audience: 'public', tooLong: { text: '长'.repeat(141) }, limit: /takes 280 at most/, megabytes: 20 },
  },
  {
    ...{ name: 'Instagram', access: ACCESS.instagram },
    async start(scope, services) {
      const { platform, grants, remove } = await startMeta(scope);
      const { address } = platform;
      const addresses = { page: address, endpoint: address, uploadAddress: address };
      const settings = META.parse({ appId: 'app', appSecret: 'app-secret', ...addresses });
      return { platform, grants, answers: {}, provider: createInstagram(settings, services), settle: () => {}, remove };
    },
    ...{ steps: { upload: 'upload', post: 'post', account: 'account' }, renews: 'while good', resumes: false },
    ...{ audience: 'public', tooLong: { text: '长'.repeat(2_201) }, limit: /takes 2200 at most/, megabytes: 1 },
  },
  {
    ...{ name: 'Douyin', access: ACCESS.douyin },
    async start(scope, services) {
      const { platform, grants, settle, remove } = await startDouyin(scope);
      const { address } = platform;
      const settings = DOUYIN.parse({
        ...{ clientKey: 'client', clientSecret: 'client-secret' },
        ...{ page: `${address}/platform/oauth/connect/`, endpoint: address },
      });
      return { platform, grants, answers: {}, provider: createDouyin(settings, services), settle, remove };
    },
    ...{ steps: { upload: 'upload', post: 'post', account: 'account' }, renews: 'keeps', resumes: true },
    ...{ audience: 'public', tooLong: { text: '长'.repeat(1_001) }, limit: /takes 1000 at most/, megabytes: 22 },
  },
  {
    ...{ name: 'Kuaishou', access: ACCESS.kuaishou },
    async start(scope, services) {
      const { platform, grants, settle, remove } = await startKuaishou(scope);
      const { address } = platform;
      const settings = KUAISHOU.parse({
        ...{ appId: 'app', appSecret: 'app-secret' },
        ...{ page: `${address}/oauth2/authorize`, endpoint: address },
      });
      return { platform, grants, answers: {}, provider: createKuaishou(settings, services), settle, remove };
    },
    ...{ steps: { upload: 'upload', post: 'post', account: 'account' }, renews: 'rotates', resumes: true },
    ...{ audience: 'public', tooLong: { text: '长'.repeat(1_001) }, limit: /takes 1000 at most/, megabytes: 10 },
  },
  {
    ...{ name: 'Shopee', access: ACCESS.shopee },
    async start(scope, services) {
      const { platform, grants, settle, remove } = await startShopee(scope);
      const { address } = platform;
      const keys = { partnerId: '2001', partnerKey: 'partner-key' };
      const settings = SHOPEE.parse({ ...keys, page: `${address}/auth`, endpoint: address });
      return { platform, grants, answers: {}, provider: createShopee(settings, services), settle, remove };
    },
    ...{ steps: { upload: 'upload', post: 'post', account: 'account' }, renews: 'rotates', resumes: true },
    ...{ audience: 'public', tooLong: { text: '长'.repeat(151) }, limit: /takes 150 at most/, megabytes: 10 },
  },
];
