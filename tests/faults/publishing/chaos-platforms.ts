import type { TestScope } from '#core/server/testing/test-scope.ts';
import type { Grants } from '#tests/fixtures/channels/simulated-grants.ts';
import type { SimulatedPlatform } from '#tests/fixtures/channels/simulated-platform.ts';
import { startDouyin } from '#tests/fixtures/channels/douyin-simulator.ts';
import { startFacebook } from '#tests/fixtures/channels/facebook-simulator.ts';
import { startKuaishou } from '#tests/fixtures/channels/kuaishou-simulator.ts';
import { startMastodon } from '#tests/fixtures/channels/mastodon-simulator.ts';
import { startMeta } from '#tests/fixtures/channels/meta-simulator.ts';
import { startPeertube } from '#tests/fixtures/channels/peertube-simulator.ts';
import { startShopee } from '#tests/fixtures/channels/shopee-simulator.ts';
import { startTiktok } from '#tests/fixtures/channels/tiktok-simulator.ts';
import { startX } from '#tests/fixtures/channels/x-simulator.ts';
import { startYoutube } from '#tests/fixtures/channels/youtube-simulator.ts';

/** A simulated platform with what an operator and an owner fill in. */
export interface ChaosPlatform {
  adapter: string;
  platform: SimulatedPlatform;
  grants: Grants;
  settings: Record<string, string | boolean>;
  answers: Record<string, string>;
  /** Processing and review of what was posted are over. */
  settle(): void;
  /** Posts of five hundred; less than it takes in a day. */
  share: number;
}

const APP = { clientId: 'client', clientSecret: 'client-secret' };
const NAMED_APP = { appId: 'app', appSecret: 'app-secret' };
const KEY = { clientKey: 'client', clientSecret: 'client-secret' };

/** Every platform that there is an adapter for. */
export async function startPlatforms(scope: TestScope): Promise<ChaosPlatform[]> {
  const [mastodon, peertube, youtube, tiktok, meta, douyin, kuaishou, shopee, facebook, x] = await Promise.all([
    startMastodon(scope),
    startPeertube(scope),
    startYoutube(scope),
    startTiktok(scope),
    startMeta(scope),
    startDouyin(scope),
    startKuaishou(scope),
    startShopee(scope),
    startFacebook(scope),
    startX(scope),
  ]);
  const at = ({ platform }: { platform: SimulatedPlatform }, path = '') => `${platform.address}${path}`;
  return [
    {
      ...{
        adapter: 'channels.mastodon',
        ...mastodon,
        settings: { privateNetwork: true },
        settle: () => {},
        share: 150,
      },
      answers: { address: at(mastodon) },
    },
    {
      ...{ adapter: 'channels.peertube', ...peertube, settings: { privateNetwork: true }, share: 85 },
      answers: { address: at(peertube), name: 'quay', password: 'secret' },
    },
    {
      ...{ adapter: 'channels.youtube', ...youtube, answers: {}, share: 80 },
      settings: { ...APP, page: at(youtube, '/o/oauth2/v2/auth'), tokenAddress: at(youtube), endpoint: at(youtube) },
    },
    {
      ...{ adapter: 'channels.tiktok', ...tiktok, answers: {}, share: 12 },
      settings: { ...KEY, statistics: true, page: at(tiktok, '/v2/auth/authorize/'), endpoint: at(tiktok) },
    },
    {
      ...{ adapter: 'channels.instagram', ...meta, answers: {}, settle: () => {}, share: 43 },
      settings: { ...NAMED_APP, page: at(meta), endpoint: at(meta), uploadAddress: at(meta) },
    },
    {
      ...{ adapter: 'channels.douyin', ...douyin, answers: {}, share: 50 },
      settings: { ...KEY, page: at(douyin, '/platform/oauth/connect/'), endpoint: at(douyin) },
    },
    {
      ...{ adapter: 'channels.kuaishou', ...kuaishou, answers: {}, share: 20 },
      settings: { ...NAMED_APP, page: at(kuaishou, '/oauth2/authorize'), endpoint: at(kuaishou) },
    },
    {
      ...{ adapter: 'channels.shopee', ...shopee, answers: {}, share: 20 },
      settings: { partnerId: '2001', partnerKey: 'partner-key', page: at(shopee, '/auth'), endpoint: at(shopee) },
    },
    {
      ...{ adapter: 'channels.facebook', ...facebook, answers: {}, share: 20 },
      settings: { ...NAMED_APP, page: at(facebook), endpoint: at(facebook), uploadAddress: at(facebook) },
    },
    {
      ...{ adapter: 'channels.x', ...x, answers: {}, settle: () => {}, share: 20 },
      settings: { ...APP, page: at(x, '/i/oauth2/authorize'), endpoint: at(x) },
    },
  ];
}
