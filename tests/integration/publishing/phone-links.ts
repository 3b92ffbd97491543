import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { eq } from 'drizzle-orm';

import { readFigures } from '#plugins/publishing/server/posts/read-figures.ts';
import { publishingPosts } from '#plugins/publishing/server/tables.ts';

import { done, get, LINK, part, say, WEEK, type PhoneKit } from './phone-kit.ts';

/** Links that posts are published with, and links that lead to their pages. */
export function testPhoneLinks(kit: () => PhoneKit): void {
  describe('a link that is pasted', () => {
    test('a link of another host, or none, is refused in words, and what was typed stays', async () => {
      const { ids } = await kit().handOver();
      const [id = ''] = ids;
      const url = await kit().linkTo('post', id);
      for (const wrong of [
        'https://v.douyin.com.evil.example/iRNBho5m/',
        'https://evil.example/?v.douyin.com/iRNBho5m/',
        'https://xhslink.com/a/abcdef',
        'https://www.douyin.com/user/abc',
        'javascript:alert(1)',
        '',
      ]) {
        const answer = await done(url, wrong);
        const page = await answer.text();
        assert.equal(answer.status, 422, wrong);
        assert.match(page, /role="alert"/);
        if (wrong !== '') assert.ok(page.includes(wrong), wrong);
      }
      assert.equal((await kit().read(id)).state, 'handover');
      assert.equal((await done(url, 'https://www.douyin.com/video/7412345678901234567')).status, 303);
      assert.equal((await kit().read(id)).link, 'https://www.douyin.com/video/7412345678901234567');
    });

    test('says whether its platform has confirmed the link, and takes none that is of another post', async () => {
      await kit().choose('wharf.phone');
      const asked = await kit().addAccount('wharf.phone', '问得到的账号');
      const { task, ids } = await kit().handOver(3, asked);
      const [first, second, third] = await Promise.all(ids.map((id) => kit().linkTo('post', id)));
      assert.ok(first && second && third);
      const VIDEO = '7412345678901234999';
      kit().pages.leads('v.douyin.com/oneshort/', `https://www.douyin.com/video/${VIDEO}`);
      kit().pages.leads('v.douyin.com/twoshort/', `https://www.iesdouyin.com/share/video/${VIDEO}/`);
      assert.equal((await done(first, 'https://v.douyin.com/oneshort/')).status, 303);
      for (const given of ['oneshort', 'oneshort/', 'twoshort/']) {
        const answer = await done(second, `https://v.douyin.com/${given}`);
        assert.equal(answer.status, 422, given);
        assert.match(await answer.text(), /已经用在另一条视频上了/);
      }
      assert.equal((await done(second, `https://www.douyin.com/video/${VIDEO}`)).status, 422, 'nor by its full link');
      // The platform is away, which holds nobody up.
      kit().pages.says('v.douyin.com/awayaway/', 503);
      const both = await Promise.all([second, third].map((page) => done(page, 'https://v.douyin.com/awayaway/')));
      assert.deepEqual(both.map(({ status }) => status).sort(), [303, 422], 'one of two at once');
      const told = new Map((await kit().postsOf(task.id)).map(({ id, linkProof }) => [id, linkProof]));
      assert.deepEqual(
        [told.get(ids[0] ?? ''), [...told.values()].sort()],
        ['platform', ['platform', 'shape', null].sort()],
      );
      for (const page of [second, third]) assert.equal((await done(page)).status, 303);
      await kit().choose();
      // Its posts have ids, and nothing tells their figures now, which keeps nobody else's from being read.
      await readFigures(kit().own)(kit().runOf({}));
    });

    test('takes a link that somebody gave for another post when it is sent once more, and says so', async () => {
      const { task, ids } = await kit().handOver(3);
      const [first, second, third] = await Promise.all(ids.map((id) => kit().linkTo('post', id)));
      assert.ok(first && second && third);
      const link = 'https://v.douyin.com/strayed/';
      assert.equal((await done(first, link)).status, 303);
      const again = `${link}?from=app`;
      const refused = await done(second, again);
      assert.equal(refused.status, 422, 'what an app adds is no other post');
      assert.ok((await refused.text()).includes(`name="again" value="${again}"`));
      const other = { step: 'done', link, again: 'https://v.douyin.com/notthis1/' };
      assert.equal((await say(second, other)).status, 422, 'they were not told of this one');
      assert.equal((await say(second, { step: 'done', link: again, again })).status, 303);
      const told = new Map((await kit().postsOf(task.id)).map(({ id, linkProof }) => [id, linkProof]));
      assert.deepEqual(
        ids.map((id) => told.get(id)),
        ['shape', 'twice', null],
      );
      // As one that the platform has published itself.
      await kit()
        .own.db.orm.update(publishingPosts)
        .set({ linkProof: null })
        .where(eq(publishingPosts.id, ids[0] ?? ''));
      assert.equal((await say(third, { step: 'done', link, again: link })).status, 422);
      assert.equal((await done(third)).status, 303);
    });

    test('where posts have no links that everybody can copy, none is asked for', async () => {
      const other = await kit().addAccount('channels.phone-wechat-channels', '港口视频号');
      const { ids } = await kit().handOver(1, other);
      const url = await kit().linkTo('post', ids[0] ?? '');
      assert.equal((await done(url, LINK)).status, 422);
      assert.equal((await done(url, '')).status, 303);
      assert.deepEqual(
        [(await kit().read(ids[0] ?? '')).state, (await kit().read(ids[0] ?? '')).link],
        ['published', null],
      );
      // Where all posts have one path, two of them are not the same.
      const { ids: more } = await kit().handOver(2, other);
      for (const [at, id] of more.entries()) {
        const link = `https://channels.weixin.qq.com/web/pages/feed?eid=export-${at}`;
        assert.equal((await done(await kit().linkTo('post', id), link)).status, 303, link);
      }
    });
  });

  describe('a link', () => {
    test('ends with its time, with a new one, and is good for nothing else', async () => {
      const { ids, task } = await kit().handOver(2);
      const [first = '', second = ''] = ids;
      const url = await kit().linkTo('post', first);
      assert.equal((await kit().linkTo('post', first)).href, url.href, 'the same until it ends');
      const status = async (changed: URL) => (await get(changed)).status;
      const tampered = new URL(url);
      const key = url.searchParams.get('key') ?? '';
      tampered.searchParams.set('key', `${key.slice(0, -1)}${key.endsWith('_') ? '-' : '_'}`);
      const ofOther = new URL(url);
      ofOther.pathname = `/douyinPublishH5/${second}`;
      const besides = part(ofOther, '', { of: first });
      const without = new URL(url.pathname, url);
      const queue = new URL(`/douyinPublishH5-temp/${task.id}${url.search}`, url);
      for (const wrong of [tampered, ofOther, besides, without, queue, part(besides, '/video.mp4')]) {
        assert.equal(await status(wrong), 404, wrong.href);
      }
      assert.equal((await done(besides)).status, 404);
      assert.equal((await kit().read(second)).state, 'handover');
      const fresh = await kit().linkTo('post', first, true);
      assert.deepEqual([await status(url), await status(fresh)], [404, 200]);
      kit().later = WEEK + 1000;
      assert.deepEqual([await status(fresh), await status(part(fresh, '/video.mp4'))], [410, 410]);
      assert.equal((await done(fresh)).status, 410);
      assert.equal((await kit().read(first)).state, 'handover');
    });

    test('is made by the owner alone', async () => {
      const { ids, task } = await kit().handOver();
      const other = await kit().server.signIn({ level: 'level2' });
      for (const [kind, id] of [
        ['post', ids[0]],
        ['task', task.id],
        ['channel', kit().channel.id],
      ]) {
        assert.equal((await kit().call('POST', 'phone-links', { kind, id }, other.token)).status, 404, kind);
      }
    });

    test('to a task leads from one post to the next, and to an account through all that wait there', async () => {
      const { ids, task } = await kit().handOver(2);
      const url = await kit().linkTo('task', task.id);
      assert.equal(url.pathname, `/douyinPublishH5-temp/${task.id}`);
      const video = async () => {
        const page = await (await get(url)).text();
        const [, src = ''] = / src="([^"]*video\.mp4[^"]*)"/.exec(page) ?? [];
        return new URL(src.replaceAll('&amp;', '&'), url);
      };
      const shown = [];
      for (let at = 0; at < 2; at += 1) {
        const address = await video();
        assert.equal((await get(address)).status, 200);
        const page = new URL(address);
        page.pathname = page.pathname.replace('/video.mp4', '');
        shown.push(page.pathname.split('/').at(-1));
        const { status, headers } = await done(page);
        assert.equal(status, 303);
        assert.match(headers.get('location') ?? '', new RegExp(`^${url.pathname}\\?.*said=done.*#top$`));
      }
      assert.deepEqual(shown.toSorted(), ids.toSorted());
      assert.match(await (await get(url)).text(), /没有等待发布的视频了/);
      const { ids: more } = await kit().handOver();
      const account = await kit().linkTo('channel', kit().channel.id);
      const page = await (await get(account)).text();
      assert.ok(page.includes(more[0] ?? '-'), 'another task of the same account');
    });
  });
}
