import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';

import { DOUYIN_SHARE, douyinShare } from '#plugins/channels/server/phone/douyin-share.ts';
import { createPhoneChannel } from '#plugins/channels/server/phone/phone-channel.ts';
import { PHONE_PLATFORMS, type PhonePlatform } from '#plugins/channels/server/phone/phone-platforms.ts';
import { startOutsidePages } from '#tests/fixtures/channels/outside-pages.ts';
import { startPlatform, formOf } from '#tests/fixtures/channels/simulated-platform.ts';

import { services } from './own-kit.ts';

const platformOf = (id: PhonePlatform['id']) => PHONE_PLATFORMS.find((known) => known.id === id) ?? assert.fail(id);
const linkIn = (id: PhonePlatform['id'], pasted: string) =>
  createPhoneChannel(platformOf(id)).handover?.linkIn(pasted) ?? null;

describe('what somebody pastes', () => {
  for (const [id, pasted, link] of [
    ['douyin', '8.25 复制打开抖音，看看 https://v.douyin.com/iRNBho5m/ O@w.Fu', 'https://v.douyin.com/iRNBho5m/'],
    ['douyin', 'v.douyin.com/iRN_ho-5/', 'https://v.douyin.com/iRN_ho-5/'],
    ['douyin', 'https://www.douyin.com/video/7412345678901234567?previous_page=app', 'keeps'],
    ['douyin', 'http://www.iesdouyin.com/share/video/7412345678901234567/', 'secure'],
    ['kuaishou', '看看https://v.kuaishou.com/3xAbCdE 复制打开快手', 'https://v.kuaishou.com/3xAbCdE'],
    ['kuaishou', 'https://www.kuaishou.com/short-video/3xkm6ab9yf2vqpe', 'keeps'],
    ['xiaohongshu', '茶铺发布了一篇笔记😆 http://xhslink.com/a/Ab3dE5f，复制本条信息', 'https://xhslink.com/a/Ab3dE5f'],
    ['xiaohongshu', 'https://www.xiaohongshu.com/explore/66a1b2c3000000000d00e1f2?xsec_token=AB%3D', 'keeps'],
    ['wechat-channels', 'https://weixin.qq.com/sph/A1b2C3', 'keeps'],
  ] as const) {
    test(`${id}: ${pasted}`, () => {
      const wanted = link === 'keeps' ? pasted : link === 'secure' ? pasted.replace('http:', 'https:') : link;
      assert.equal(linkIn(id, pasted), wanted);
    });
  }

  for (const [id, pasted] of [
    ['douyin', 'https://v.douyin.com.evil.example/iRNBho5m/'],
    ['douyin', 'https://evil.example/v.douyin.com/iRNBho5m/'],
    ['douyin', 'https://v.douyin.com@evil.example/iRNBho5m/'],
    ['douyin', 'https://v.douyin.com:8443/iRNBho5m/'],
    ['douyin', 'https://www.douyin.com/user/MS4wLjABAAAA'],
    ['douyin', 'https://v.kuaishou.com/3xAbCdE'],
    ['xiaohongshu', 'https://www.xiaohongshu.com/user/profile/66a1b2c3000000000d00e1f2'],
    ['wechat-channels', 'https://mp.weixin.qq.com/s/abcdefgh'],
    ['kuaishou', 'nothing'],
  ] as const) {
    test(`${id}, no link of it: ${pasted}`, () => assert.equal(linkIn(id, pasted), null));
  }
});

test('Douyin opens with a signed address, by a ticket that is asked for once until it ends', async (t) => {
  let asked = 0;
  const platform = await startPlatform(t, [
    {
      ...{ name: 'token', method: 'POST', path: /^\/oauth\/client_token\/$/ },
      answer(call) {
        const { client_key: key, client_secret: secret, grant_type: grant } = formOf(call);
        const isKnown = key === 'app' && secret === 'secret' && grant === 'client_credential';
        const data = isKnown
          ? { error_code: 0, access_token: 'clt.1', expires_in: 7200 }
          : { error_code: 10003, description: 'client_key' };
        return { json: { data } };
      },
    },
    {
      ...{ name: 'ticket', method: 'GET', path: /^\/open\/getticket\/$/ },
      answer({ headers }) {
        if (headers['access-token'] !== 'clt.1')
          return { json: { data: { error_code: 2190002, description: 'token' } } };
        asked += 1;
        return { json: { data: { error_code: 0, ticket: `@ticket/${asked}`, expires_in: 7200 } } };
      },
    },
  ]);
  let now = new Date();
  const own = { ...services, clock: { now: () => now } };
  const keys = { clientKey: 'app', clientSecret: 'secret', endpoint: platform.address };
  const open = douyinShare(DOUYIN_SHARE.parse(keys), own) ?? assert.fail('there are keys');
  const post = { title: '清晨码头', topics: ['港口'], video: 'https://port.example/douyinPublishH5/1/video.mp4?key=a' };
  const [first, second] = (await Promise.all([open(post), open(post)])).map((address) => new URL(address));
  const asks = (url: URL | undefined, name: string) => url?.searchParams.get(name);
  assert.equal(first?.href.split('?')[0], 'snssdk1128://openplatform/share');
  const signed = `nonce_str=${asks(first, 'nonce_str')}&ticket=@ticket/1&timestamp=${asks(first, 'timestamp')}`;
  assert.equal(asks(first, 'signature'), createHash('md5').update(signed).digest('hex'));
  assert.deepEqual(
    ['video_path', 'title', 'hashtag_list', 'client_key', 'share_type'].map((name) => asks(first, name)),
    [post.video, post.title, '["港口"]', 'app', 'h5'],
  );
  assert.notEqual(asks(first, 'nonce_str'), asks(second, 'nonce_str'));
  assert.equal(asked, 1);
  now = new Date(now.getTime() + 2 * 60 * 60_000);
  await open(post);
  assert.equal(asked, 2);
  assert.equal(douyinShare(DOUYIN_SHARE.parse({}), own), null);
  const wrong = douyinShare(DOUYIN_SHARE.parse({ ...keys, clientSecret: 'other' }), own);
  await assert.rejects(wrong?.(post) ?? Promise.resolve(), { kind: 'configuration' });
  const probe = async (appLink: typeof wrong) =>
    await createPhoneChannel(platformOf('douyin'), appLink).probe?.(AbortSignal.timeout(10_000));
  await probe(open);
  await assert.rejects(probe(wrong), { name: 'ProviderFailure' }, 'operators are told of keys that are wrong');
  assert.equal(createPhoneChannel(platformOf('douyin')).probe, undefined, 'without keys there is nothing to ask');
});

test('a short link is a post where the platform leads to one, and nothing else tells that', async (t) => {
  const pages = await startOutsidePages(t);
  const find = async (id: PhonePlatform['id'], link: string) =>
    (await createPhoneChannel(platformOf(id), null, pages.outside).handover?.findPost?.(
      link,
      AbortSignal.timeout(10_000),
    )) ?? null;
  const VIDEO = '7412345678901234567';
  pages.leads('v.douyin.com/iRNBho5m/', `https://www.iesdouyin.com/share/video/${VIDEO}/?from=app`);
  assert.equal(await find('douyin', 'https://v.douyin.com/iRNBho5m/'), VIDEO);
  assert.deepEqual(pages.asked, ['v.douyin.com/iRNBho5m/'], 'where it leads to is not asked for');
  pages.leads('xhslink.com/a/Ab3dE5f', 'https://xhslink.com/b/Ab3dE5f');
  pages.leads(
    'xhslink.com/b/Ab3dE5f',
    'https://www.xiaohongshu.com/discovery/item/66a1b2c3000000000d00e1f2?xsec_token=A',
  );
  assert.equal(await find('xiaohongshu', 'https://xhslink.com/a/Ab3dE5f'), '66a1b2c3000000000d00e1f2');
  pages.leads('v.douyin.com/nothing1/', 'https://www.douyin.com/');
  pages.shows('www.douyin.com/', `<meta property="og:url" content="https://www.douyin.com/video/${VIDEO}">`);
  assert.equal(await find('douyin', 'https://v.douyin.com/nothing1/'), null, 'it leads to no post');
  pages.leads('v.douyin.com/elsewhere/', `https://evil.example/video/${VIDEO}`);
  pages.shows(`evil.example/video/${VIDEO}`, 'a page');
  assert.equal(await find('douyin', 'https://v.douyin.com/elsewhere/'), null, 'nor one of somebody else');
});

test('a full link is confirmed by a page that names its post, not by one that answers whatever is asked for', async (t) => {
  const pages = await startOutsidePages(t);
  const { handover } = createPhoneChannel(platformOf('douyin'), null, pages.outside);
  const VIDEO = '7412345678901234567';
  const link = `https://www.douyin.com/video/${VIDEO}`;
  const find = async () => (await handover?.findPost?.(link, AbortSignal.timeout(10_000))) ?? null;
  assert.equal(handover?.postIdIn?.(link), VIDEO);
  pages.shows(`www.douyin.com/video/${VIDEO}`, `<title>douyin</title><script>"${VIDEO}"</script>`);
  assert.equal(await find(), null);
  pages.shows(`www.douyin.com/video/${VIDEO}`, `<link data-x rel="canonical" href="${link}">`);
  assert.equal(await find(), VIDEO);
  pages.says(`www.douyin.com/video/${VIDEO}`, 403);
  await assert.rejects(find(), { code: 'core:outbound.status' });
});
