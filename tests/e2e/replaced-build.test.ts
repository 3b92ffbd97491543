import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { temporaryFolder } from '../integration/media/media-kit.ts';
import { arrive, createBrowserKit, tokenCookie } from './browser-kit.ts';
import { BUILD, startSite } from './site.ts';

const folder = await temporaryFolder();
await cp(fileURLToPath(BUILD), folder, { recursive: true, filter: (path) => !/\.(map|br|gz)$/.test(path) });
const server = await startSite({ after }, { build: pathToFileURL(`${folder}/`) });
after(() => rm(folder, { recursive: true, force: true }));
const kit = createBrowserKit({ after }, server.address);
let token: string;
before(async () => {
  ({ token } = await server.signIn());
});

/** Puts a build in place of the one that is served whose code and styles have other names throughout. */
async function deploy(): Promise<void> {
  const assets = join(folder, 'assets');
  const old = (await readdir(assets)).filter((name) => /\.[0-9a-f]{6}\.(js|css)$/.test(name));
  const hashes = new Map(old.map((name) => [name.split('.').at(-2) ?? '', createHash('sha256').update(name)]));
  const names = new Map([...hashes].map(([hash, made]) => [hash, made.digest('hex').slice(0, 6)]));
  const renamed = (text: string): string =>
    text.replaceAll(/(?<![0-9a-f])[0-9a-f]{6}(?![0-9a-f])/g, (hash) => names.get(hash) ?? hash);
  for (const name of old) {
    const text = await readFile(join(assets, name), 'utf8');
    await rm(join(assets, name));
    await writeFile(join(assets, renamed(name)), renamed(text));
  }
  const note = join(folder, 'build.json');
  const { build, ...rest } = JSON.parse(renamed(await readFile(note, 'utf8'))) as { build: string };
  const next = createHash('sha256').update(build).digest('hex').slice(0, 12);
  await writeFile(note, JSON.stringify({ ...rest, build: next }));
  const now = new Date();
  await utimes(note, now, now);
  // The server looks for another build once a second.
  const isServed = async (): Promise<boolean> =>
    (await (await fetch(`${server.address}/api/plugins`)).text()).includes(next);
  while (!(await isServed())) await new Promise((resolve) => setTimeout(resolve, 100));
}

for (const width of [1440, 390]) {
  test(`whoever is on a page of a build that is gone is told, and comes to the newer one at ${width} px`, async (t) => {
    const { page, context, close } = await kit.open({ width, uncached: true });
    const notes = page.getByRole('region', { name: '提示' });

    await t.test('a visitor whose login is gone keeps the page, and logs in after a reload', async () => {
      await page.goto(`${server.address}/home`);
      const logIn = page.getByRole('button', { name: '登录', exact: true });
      await logIn.waitFor();
      await deploy();
      await logIn.click();
      await notes.getByText('映港已更新，刷新后使用新版本。').waitFor();
      assert.equal(await page.getByRole('heading', { level: 1 }).isVisible(), true);
      await notes.getByRole('button', { name: '刷新' }).click();
      await logIn.click();
      await page.getByRole('dialog', { name: '登录映港' }).waitFor();
    });

    const menu = page.getByRole('navigation', { name: '主菜单' }).filter({ visible: true });
    await t.test('a member on the landing page comes to the workbench of a newer build', async () => {
      await context.addCookies([{ name: 'user-token', value: tokenCookie(token), url: server.address }]);
      await page.goto(`${server.address}/home`);
      const open = page.getByRole('button', { name: '工作台', exact: true });
      await open.waitFor();
      await deploy();
      await open.click();
      // The frame itself is of the build that is gone.
      await page.getByRole('heading', { level: 1, name: '映港已更新，刷新后使用新版本。' }).waitFor();
      await page.getByRole('main').getByRole('button', { name: '刷新' }).click();
      await arrive(page, '/workbench');
      await menu.waitFor();
    });

    await t.test('a page whose code is gone says so in the frame, and a reload shows it', async () => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await deploy();
      if (width < 720) {
        // The sheet with the menu is gone as well.
        await menu.getByRole('button', { name: '菜单' }).click();
        await page.getByRole('dialog').or(page.getByText('这里没有打开，请检查网络后重试。')).first().waitFor();
        await page.keyboard.press('Escape');
      } else {
        await page.locator('.rp-account').click();
        await page.getByRole('menuitem', { name: '个人信息' }).click();
        await page.getByRole('alert').getByText('没有加载出来').waitFor();
      }
      assert.equal(await menu.isVisible(), true);
      await notes.getByText('映港已更新，刷新后使用新版本。').waitFor();
      await notes.getByRole('button', { name: '刷新' }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await menu.waitFor();
    });
    await close();
  });
}
