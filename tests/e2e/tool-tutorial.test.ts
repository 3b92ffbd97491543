import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { addPluginFolder } from '#host/server/outside-plugins/plugin-folders.ts';
import { reelport } from '#tests/integration/plugin-tools/author-kit.ts';
import { until } from '#tests/until.ts';

import { axeFaults, createBrowserKit } from './browser-kit.ts';
import { drawMixedClips, startMixingSite } from './mix-kit.ts';
import { blocksOf, writeBlock } from './tutorial-kit.ts';
import { useServiceAlone } from './use-service-alone.ts';

// docs/plugins/tutorial-tool.md from its first line to the videos: typed, packed, installed and used in a browser.

const home = mkdtempSync(join(tmpdir(), 'reelport-tool-author-'));
after(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
const plugin = join(home, 'voice-over');
const zip = join(home, 'voice-over-0.1.0.reelport.zip');

test('a newcomer builds a tool, an operator installs it and chooses its voice, and it makes videos', async () => {
  const created = await reelport(home, ['new', 'voice-over']);
  assert.equal(created.code, 0, created.output);
  for (const file of ['web/index.tsx', 'tests/main.test.tsx']) await rm(join(plugin, file));
  for (const block of blocksOf(new URL('../../docs/plugins/tutorial-tool.md', import.meta.url))) {
    if (!['', 'terminal'].includes(block.title)) writeBlock(plugin, block);
  }
  const packed = await reelport(plugin, ['pack', '--out', zip]);
  assert.equal(packed.code, 0, packed.output);

  const { server, folder, stock } = await startMixingSite(
    { after },
    { prepare: (dataDir) => addPluginFolder(dataDir, zip) },
  );
  const kit = createBrowserKit({ after }, server.address);
  const { token, accountId } = await server.signIn({ level: 'level4', operator: true });
  await stock(accountId, drawMixedClips(join(folder, 'port'), { clips: 1, seconds: 2, scenes: 2 }));

  const { page } = await kit.open({ token, language: 'en' });
  await page.goto(`${server.address}/operator/plugins`);
  await page.getByRole('button', { name: 'Install a plugin' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(zip);
  await dialog.getByText('To list your clips, so that you can choose some').waitFor();
  await dialog.getByRole('radio', { name: /^Fully trusted/ }).check();
  await dialog.getByRole('button', { name: 'Install 0.1.0' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`${server.address}/operator/services/speech`);
  await useServiceAlone(page, 'voice-over.morse');
  await until(async () => (await server.composed.ctx.providers.use('speech')).id === 'voice-over.morse');

  const menu = page.getByRole('navigation').filter({ visible: true });
  await menu.getByRole('link', { name: 'Voice over' }).click();
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'What is said' }).fill('Hi');
  for (const clip of ['dawn-1.mp4', 'noon-1.mp4']) await main.getByRole('checkbox', { name: clip }).click();
  await main.getByText('2 chosen').waitFor();
  assert.deepEqual(await axeFaults(page), []);
  await main.getByRole('button', { name: 'Make the videos' }).click();
  await main.getByRole('button', { name: 'Download all 2' }).waitFor({ timeout: 60_000 });
  const wall = main.getByRole('grid', { name: 'Results of the run' });
  await wall.getByRole('gridcell', { name: 'noon-1' }).click();
  const item = page.getByRole('dialog');
  await item.getByRole('heading', { name: 'noon-1.mp4' }).waitFor();
  await until(() => page.evaluate<boolean>(`document.querySelector('[role=dialog] video')?.duration > 1.9`));
  assert.deepEqual(await axeFaults(page), []);
  await page.keyboard.press('Escape');
  await item.waitFor({ state: 'detached' });
  const download = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Download all 2' }).click();
  assert.match((await download).suggestedFilename(), /\.zip$/);
  // What is done with outputs of any tool is offered here, too.
  await main.getByRole('button', { name: 'Keep in library' }).click();
  await page.getByRole('treeitem', { name: 'Top level' }).click();
  await page.getByRole('button', { name: 'Keep here' }).click();
  await page.getByText('2 kept in the library.').waitFor();

  await page.goto(`${server.address}/material/list`);
  await page
    .getByText('dawn-1.mp4')
    // The newest come first: those that were just kept.
    .last()
    .click({ modifiers: ['Control'] });
  // Beside the actions that ship with the product there is no room for it.
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Say something over 1' }).click();
  await main.getByText('1 chosen').waitFor();
  assert.deepEqual(await server.composed.ctx.plugins.faults('voice-over'), []);
  assert.deepEqual(kit.takeComplaints(), []);
});
