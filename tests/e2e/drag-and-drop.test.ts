import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { CDPSession, Locator, Page } from 'playwright-core';

import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { until } from '#tests/until.ts';

import { arrive, createBrowserKit, type Seat } from './browser-kit.ts';
import { goOn } from './kernel-of-page.ts';
import { drawMixedClips, startMixingSite } from './mix-kit.ts';

/** Somebody's hand with files, or a finger: what the browser itself would hear of. */
interface Hand {
  dragFiles(x: number, y: number, files: readonly string[]): Promise<void>;
  /** Puts a finger down, moves it at once or when what it holds is lifted, and lets go. */
  moveFinger(from: { x: number; y: number }, to: { x: number; y: number }, when: 'at once' | 'lifted'): Promise<void>;
}

async function handOf({ context, page }: Seat): Promise<Hand> {
  const session: CDPSession = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  return {
    async dragFiles(x, y, files) {
      const data = { items: [], files: [...files], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await session.send('Input.dispatchDragEvent', { type, x, y, data });
    },
    async moveFinger(from, to, when) {
      const steps = when === 'lifted' ? 10 : 3;
      const down = touch('touchStart', [from]);
      if (when === 'lifted') await page.locator('.rp-ed-lifted').waitFor();
      for (let step = 1; step <= steps; step += 1) {
        const at = (axis: 'x' | 'y') => from[axis] + ((to[axis] - from[axis]) * step) / steps;
        await touch('touchMove', [{ x: at('x'), y: at('y') }]);
        // A finger that rests is not one that swipes.
        if (when === 'lifted') await page.waitForTimeout(30);
      }
      await down;
      // Where it lies is settled as it is drawn.
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
      await touch('touchEnd', []);
    },
  };
}

async function middleOf(place: Locator, down = 0.5): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  assert.ok(box !== null);
  return { x: box.x + box.width / 2, y: box.y + box.height * down };
}

describe('files, clips and groups are dragged', { timeout: 200_000 }, async () => {
  const { server: site, folder, stock } = await startMixingSite({ after });
  const kit = createBrowserKit({ after }, site.address);
  const clips = drawMixedClips(join(folder, 'clips'), { clips: 2, scenes: 2, seconds: 2 });
  const others = join(folder, 'others');
  drawMixedClips(join(others, 'inner'), { clips: 1, scenes: 1, seconds: 2, seed: 9 });
  mkdirSync(others, { recursive: true });
  writeFileSync(join(others, 'fake.mp4'), 'not a video');

  const bay = (page: Page, index: number) => page.locator('.rp-ed-bay').nth(index);
  const clipsOf = (page: Page) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('.rp-ed-bay')].map((bay) =>
      [...bay.querySelectorAll('.rp-ed-face__name')].map((name) => name.textContent).join())`);

  test('a folder from the desktop lies in the library, and a file beside every target opens nothing', async () => {
    const { token } = await site.signIn();
    const seat = await kit.open({ token });
    const { page } = seat;
    const opened: string[] = [];
    seat.context.on('page', (other) => opened.push(other.url()));
    const hand = await handOf(seat);
    await page.goto(`${site.address}/material/list`);
    await page.locator('.rp-empty').waitFor();
    await hand.dragFiles(800, 500, [others]);
    await page.locator('.rp-tile[data-state="ready"]').waitFor();
    await page.getByRole('treeitem', { name: /inner/ }).waitFor();
    // What somebody has to do something about stands first.
    await until(
      async () => (await page.locator('.rp-upload').first().innerText()).startsWith('fake.mp4'),
      'the refused file is the first one',
    );
    // Keys are about what a band has chosen, wherever the focus was.
    const found = page.waitForResponse((response) => response.url().includes('q=dawn'));
    await page.getByRole('searchbox').fill('dawn');
    await found;
    await page.locator('.rp-view:not([data-stale])').waitFor();
    const tile = page.locator('.rp-tile');
    const to = await middleOf(tile);
    await page.mouse.move(to.x + 260, to.y + 260);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await page.mouse.up();
    await page.getByText('已选 1 个').waitFor();
    await page.keyboard.press('Delete');
    await tile.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await tile.waitFor();
    await page.goto(`${site.address}/mixedCutList/list`);
    await page.getByRole('button', { name: '新建项目' }).waitFor();
    await hand.dragFiles(700, 400, [clips[0] ?? '']);
    await page.waitForTimeout(500);
    assert.deepEqual(opened, []);
    kit.takeComplaints();
    await seat.close();
  });

  test('files go into the group that they are dropped on, or into the chosen one', async () => {
    const { token } = await site.signIn();
    const seat = await kit.open({ token });
    const { page } = seat;
    const hand = await handOf(seat);
    await page.goto(`${site.address}/mixedCut/create`);
    await bay(page, 0).waitFor();
    // Over the preview: the whole page takes them.
    await hand.dragFiles(700, 250, clips.slice(0, 3));
    // They have a row in their group on the way; the list of all uploads does not lie on the groups. It goes once it was
    // read.
    await page.locator('.rp-uploads[data-open="false"]').waitFor();
    await until(async () => (await clipsOf(page)).every((names) => names !== ''), 'each group has one');
    assert.equal(await page.locator('.rp-uploads[data-open="true"]').count(), 0);
    const at = await middleOf(bay(page, 2));
    await hand.dragFiles(at.x, at.y, [clips[3] ?? '']);
    await until(async () => (await clipsOf(page))[2]?.split(',').length === 2, 'it lies in the third group');
    await page
      .getByRole('button', { name: /dawn-1/ })
      .first()
      .click();
    await hand.dragFiles(700, 250, [join(others, 'inner'), join(others, 'fake.mp4')]);
    await until(async () => (await clipsOf(page))[0]?.split(',').length === 2, 'it lies in the chosen group');
    await page.locator('.rp-ed-arrival[data-failed]').waitFor();
    kit.takeComplaints();
    await seat.close();
  });

  test('a finger moves clips and groups on a phone, and scrolls when it does not wait', async () => {
    const { token, accountId } = await site.signIn();
    const [one = '', two = '', three = ''] = await stock(accountId, clips);
    const project = await projectOf(token, [[one, two], [three]]);
    const seat = await kit.open({ token, width: 390 });
    const { page } = seat;
    const hand = await handOf(seat);
    await page.goto(`${site.address}/mixedCut/edit/${project}`);
    await until(async () => (await clipsOf(page)).join(' ') === 'dawn-1.mp4,dawn-2.mp4 noon-1.mp4', 'all are shown');
    const tile = (index: number) => page.locator('.rp-ed-clip').nth(index);
    await hand.moveFinger(await middleOf(tile(0)), await middleOf(tile(1), 0.9), 'at once');
    assert.equal((await clipsOf(page))[0], 'dawn-1.mp4,dawn-2.mp4');
    await page.evaluate(`document.querySelector('.rp-editor').scrollTop = 0`);
    await hand.moveFinger(await middleOf(tile(0)), await middleOf(tile(1), 0.9), 'lifted');
    await until(async () => (await clipsOf(page))[0] === 'dawn-2.mp4,dawn-1.mp4', 'the clip lies below the other');
    await hand.moveFinger(
      await middleOf(tile(0)),
      await middleOf(bay(page, 1).locator('.rp-ed-bay__well'), 0.9),
      'lifted',
    );
    await until(async () => (await clipsOf(page))[0] === 'dawn-1.mp4', 'the clip lies in the other group');
    await hand.moveFinger(
      await middleOf(bay(page, 0).locator('.rp-ed-grip')),
      await middleOf(bay(page, 1), 0.9),
      'lifted',
    );
    await until(async () => (await clipsOf(page))[1] === 'dawn-1.mp4', 'the group is the second one');
    assert.deepEqual(kit.takeComplaints(), []);
    await seat.close();
  });

  test('of thousands of clips only those in sight are in the page, and they are dragged like few', async () => {
    const { token, accountId } = await site.signIn({ level: 'level4' });
    const [one = ''] = await stock(accountId, clips.slice(0, 1));
    const many = Array.from(
      { length: 199 },
      (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    );
    const project = await projectOf(
      token,
      Array.from({ length: 10 }, () => [one, ...many]),
    );
    // High enough that the second place is not at the edge, where the list would scroll.
    const seat = await kit.open({ token, more: { viewport: { width: 1440, height: 1400 } } });
    const { page } = seat;
    await page.goto(`${site.address}/mixedCut/edit/${project}`);
    await bay(page, 0).getByText('dawn-1.mp4').first().waitFor();
    assert.ok((await page.locator('.rp-ed-clip').count()) < 400);
    const first = bay(page, 0).locator('.rp-ed-clip').first();
    assert.equal(await first.getAttribute('aria-setsize'), '200');
    // Dragged to the second place, while what it left is scrolled on.
    const [from, to] = [await middleOf(first), await middleOf(bay(page, 0).locator('.rp-ed-clip').nth(1))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 20, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 8 });
    const isLifted = (index: number): Promise<boolean> =>
      page.evaluate(`new DOMMatrix(getComputedStyle(document.querySelectorAll('.rp-ed-bay')[0]
        .querySelectorAll('.rp-ed-clip')[${index}]).transform).m42 < 0`);
    let nudge = 0;
    // Somebody lets go where the gap is seen, and a busy machine shows it late.
    await until(async () => {
      await page.mouse.move(to.x, to.y + (nudge = 1 - nudge));
      return (await isLifted(1)) && !(await isLifted(2));
    }, 'a gap opens in the second place');
    await page.mouse.up();
    const moved = bay(page, 0).locator('.rp-ed-clip', { hasText: 'dawn-1.mp4' });
    await until(async () => (await moved.getAttribute('aria-posinset')) === '2', 'it lies in the second place');
    // What has the focus stays in the page, however far it is scrolled away.
    await moved.getByRole('button').first().focus();
    await page.evaluate(`document.querySelector('.rp-ed-bay__well').scrollTop = 1e6`);
    await bay(page, 0).locator('[aria-posinset="200"]').waitFor();
    assert.equal(await moved.count(), 1);
    await page.keyboard.press('Control+z');
    await until(async () => (await moved.getAttribute('aria-posinset')) === '1', 'that is taken back');
    assert.deepEqual(kit.takeComplaints(), []);
    await seat.close();
  });

  test('the contact widget lies on nothing, and comes out when it is wanted', async () => {
    const { token } = await site.signIn();
    for (const width of [1440, 390]) {
      const seat = await kit.open({ token, width });
      const { page } = seat;
      const widget = page.locator('.rp-contact');
      // As wide as the margin.
      const tab = width < 1100 ? 10 : 14;
      const [first, ...others] = ['/material/list', '/workbench', '/mixedCut/create'] as const;
      await page.goto(site.address + first);
      for (const path of [first, ...others]) {
        if (path !== first) await goOn(page, path);
        await arrive(page, path);
        await widget.waitFor();
        await until(async () => (await widget.boundingBox())?.x === width - tab, `only its tab is seen at ${path}`);
      }
      if (width === 390) await page.locator('.rp-contact__tab').tap();
      else await page.locator('.rp-contact__tab').hover();
      const service = widget.getByRole('button', { name: '联系客服' });
      await until(async () => ((await service.boundingBox())?.x ?? width) < width - 36, 'it is out');
      await service.click();
      await page.getByRole('dialog').waitFor();
      assert.deepEqual(kit.takeComplaints(), []);
      await seat.close();
    }
  });

  async function projectOf(token: string, groups: readonly (readonly string[])[]): Promise<string> {
    const document = {
      ...{ name: 'Port', resolution: 480 },
      groups: groups.map((materials, index) => ({
        ...{ id: String(index + 1), name: `Group ${index + 1}` },
        materials: materials.map((material) => ({ material })),
      })),
    };
    const client = mixClient(site.address, token);
    return (await client.call<{ id: string }>('POST', '/api/mixing/projects', document)).id;
  }
});
