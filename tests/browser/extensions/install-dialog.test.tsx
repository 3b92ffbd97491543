import { expect, test } from '@rstest/core';

import { answer, mountPlugin, refuse } from '#core/web/testing/index.ts';
import { inspectAddress, inspectUpload, installExtension } from '#plugins/extensions/calls.ts';

import { brandKit, extensions, FakeExtensions, inspection, packageFile, shipped } from './extensions-plugin.ts';

function open(properties: object = {}, answers = new FakeExtensions([shipped()]).calls) {
  return mountPlugin(extensions, { dialog: 'install', properties, calls: answers });
}

test('a package is shown whole before anything of it is installed, and installed behind the wall', async () => {
  const page = await open({ file: packageFile() });
  await page.until(() => page.text.includes('品牌套件'));
  expect(page.text).toContain('/brand');
  expect(page.text).toContain('套用品牌');
  expect(page.text).toContain('把水印盖到你选的素材上');
  expect(page.text).toContain('读取用户的素材');
  expect(page.http.callsOf(installExtension)).toHaveLength(0);
  await page.click(page.byRole('button', '安装 1.2.0'));
  await page.until(() => page.closedWith.length === 1);
  expect(page.http.callsOf(installExtension)[0]?.body).toEqual({
    ticket: 'ticket-1',
    untrusted: true,
    grants: ['GET /api/materials/:id', 'events@1'],
  });
  expect(page.toasts.shown.at(-1)?.text).toContain('1.2.0');
  await page.unmount();
});

test('a finding of level error keeps it from being installed', async () => {
  const page = await open({ file: packageFile() }, [
    answer(inspectUpload, inspection({ findings: [{ level: 'error', text: '路径 /brand 已经被别的插件占用。' }] })),
  ]);
  await page.until(() => page.text.includes('路径 /brand 已经被别的插件占用。'));
  const button = page.byRole('button', '安装 1.2.0') as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  // Nor is it by the Enter key.
  await page.doing(() => page.element.querySelector('form')?.requestSubmit());
  expect(page.http.callsOf(installExtension)).toHaveLength(0);
  await page.unmount();
});

test('an optional grant that is switched off is not sent, and trust only when it was chosen', async () => {
  const page = await open({ file: packageFile() });
  const grant = await page.until(() => page.byRole('switch', /听到用户数据的变化/));
  await page.click(grant);
  expect(grant.getAttribute('aria-checked')).toBe('false');
  await page.click(page.byRole('radio', /^完全信任/));
  await page.click(page.byRole('button', '安装 1.2.0'));
  await page.until(() => page.http.callsOf(installExtension).length === 1);
  expect(page.http.callsOf(installExtension)[0]?.body).toMatchObject({
    untrusted: false,
    grants: ['GET /api/materials/:id'],
  });
  await page.unmount();
});

test('of an update only what is new stands out, and what was refused before stays refused', async () => {
  const given = brandKit();
  const before = brandKit({ source: given.source && { ...given.source, grants: given.source.grants.slice(0, 1) } });
  const found = inspection({ change: 'update', installed: '1.1.0', newGrants: ['GET /api/materials/:id'] });
  const server = new FakeExtensions([before]);
  const page = await open({}, [answer(inspectUpload, found), ...server.calls]);
  const { ExtensionsStore } = await import('#plugins/extensions/web/stores/ExtensionsStore.ts');
  const { InstallStore } = await import('#plugins/extensions/web/install/InstallStore.ts');
  await page.doing(() => page.context.store(ExtensionsStore).extensions.load());
  await page.doing(() => page.context.store(InstallStore).takeFile(packageFile()));
  await page.until(() => page.byRole('button', '更新到 1.2.0'));
  const marked = [...page.element.querySelectorAll('[data-new] code')].map(({ textContent }) => textContent);
  expect(marked).toEqual(['GET /api/materials/:id']);
  expect(page.byRole('switch', /听到用户数据的变化/).getAttribute('aria-checked')).toBe('false');
  await page.unmount();
});

test('what an update may do without is off until it is given, also where the version before did not ask for it', async () => {
  const given = brandKit();
  const { manifest, source } = given;
  const before = brandKit({
    manifest: { ...manifest, grants: manifest.grants.filter(({ optional }) => !optional) },
    source: source && { ...source, grants: source.grants.filter(({ optional }) => !optional) },
  });
  const found = inspection({ change: 'update', installed: '1.1.0', newGrants: ['events@1'] });
  const page = await open({ file: packageFile() }, [
    answer(inspectUpload, found),
    ...new FakeExtensions([before]).calls,
  ]);
  const grant = await page.until(() => page.byRole('switch', /听到用户数据的变化/));
  expect(grant.getAttribute('aria-checked')).toBe('false');
  await page.click(page.byRole('button', '更新到 1.2.0'));
  await page.until(() => page.http.callsOf(installExtension).length === 1);
  expect(page.http.callsOf(installExtension)[0]?.body).toMatchObject({ grants: ['GET /api/materials/:id'] });
  await page.unmount();
});

test('an update goes on to run as it did, also where the list of plugins was not read before', async () => {
  const given = brandKit();
  const before = brandKit({ source: given.source && { ...given.source, untrusted: false } });
  const found = inspection({ change: 'update', installed: '1.1.0' });
  const page = await open({ file: packageFile() }, [
    answer(inspectUpload, found),
    ...new FakeExtensions([before]).calls,
  ]);
  await page.click(await page.until(() => page.byRole('button', '更新到 1.2.0')));
  await page.until(() => page.http.callsOf(installExtension).length === 1);
  expect(page.http.callsOf(installExtension)[0]?.body).toMatchObject({ untrusted: false });
  await page.unmount();
});

test('what is no package is refused here, with what to do', async () => {
  const page = await open({ file: packageFile('holiday.mp4') });
  await page.until(() => page.byRole('alert').textContent?.includes('holiday.mp4 不是插件包。'));
  expect(page.http.callsOf(inspectUpload)).toHaveLength(0);
  await page.unmount();
});

test('a package may have any name that ends in .zip', async () => {
  const page = await open({ file: packageFile('Mine (1).ZIP') }, [answer(inspectUpload, inspection())]);
  await page.until(() => page.byRole('button', '安装 1.2.0'));
  await page.unmount();
});

test('a package is fetched from an address, and what went wrong stays in the dialog', async () => {
  const page = await open({}, [refuse(inspectAddress, '那里没有插件包'), answer(inspectAddress, inspection())]);
  await page.fill(page.byRole('textbox', '或者填它的下载地址'), 'ftp://nowhere');
  await page.doing(() => page.element.querySelector('form')?.requestSubmit());
  expect(page.text).toContain('不是一个 http 或 https 地址');
  await page.fill(page.byRole('textbox', '或者填它的下载地址'), 'https://plugins.example/brand-kit.reelport.zip');
  await page.doing(() => page.element.querySelector('form')?.requestSubmit());
  await page.until(() => page.text.includes('那里没有插件包'));
  expect(page.closedWith).toHaveLength(0);
  await page.click(page.byRole('button', '重试'));
  await page.until(() => page.byRole('button', '安装 1.2.0'));
  expect(page.http.callsOf(inspectAddress)[1]?.body).toEqual({ url: 'https://plugins.example/brand-kit.reelport.zip' });
  await page.unmount();
});

test('an inspection can be stopped, and what it answers later changes nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof inspection>>();
  const page = await open({ file: packageFile() }, [answer(inspectUpload, () => promise)]);
  await page.click(await page.until(() => page.byRole('button', '停止')));
  await page.doing(() => resolve(inspection()));
  expect(page.text).toContain('把插件包（.zip）拖到这里');
  expect(page.text).not.toContain('品牌套件');
  await page.unmount();
});

test('when installing fails the reason stays with the review, and it can be tried again', async () => {
  const server = new FakeExtensions([shipped()]);
  const page = await open({ file: packageFile() }, [refuse(installExtension, '检查结果已过期。'), ...server.calls]);
  await page.click(await page.until(() => page.byRole('button', '安装 1.2.0')));
  await page.until(() => page.text.includes('检查结果已过期。'));
  expect(page.closedWith).toHaveLength(0);
  await page.click(page.byRole('button', '安装 1.2.0'));
  await page.until(() => page.closedWith.length === 1);
  await page.unmount();
});

test('a developer key is shown once with the command to run', async () => {
  const page = await mountPlugin(extensions, { dialog: 'developer', calls: new FakeExtensions([]).calls });
  await page.doing(() => page.element.querySelector('form')?.requestSubmit());
  expect(page.text).toContain('写上名字');
  await page.fill(page.byRole('textbox'), '小林的笔记本');
  await page.doing(() => page.element.querySelector('form')?.requestSubmit());
  await page.until(() => page.text.includes('rpd_secret'));
  expect(page.text).toContain('npx reelport plugin dev');
  await page.unmount();
});

test('grants of which the same is said for the same reason are one row, with each call in it', async () => {
  const found = inspection();
  const [first] = found.package.manifest.grants;
  const more = ['/api/materials', '/api/material-folders'].map((path) => ({ ...first, kind: 'http', path }) as const);
  found.package.manifest.grants.push(...(more as typeof found.package.manifest.grants));
  const page = await open({ file: packageFile() }, [answer(inspectUpload, found)]);
  await page.until(() => page.text.includes('品牌套件'));
  const rows = [...page.element.querySelectorAll('.rp-ext-asks > li')].map((row) =>
    [...row.querySelectorAll('code')].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([['GET /api/materials/:id', 'GET /api/materials'], ['events@1'], ['GET /api/material-folders']]);
  await page.unmount();
});
