import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import type { Page } from 'playwright-core';

import { until } from '#tests/until.ts';

import { arrive, createBrowserKit } from './browser-kit.ts';
import { goOn } from './kernel-of-page.ts';
import { startSite } from './site.ts';
import { blocksOf, openTerminal, writeBlock, type DocsBlock } from './tutorial-kit.ts';

// docs/plugins/tutorial.md, typed block by block as a newcomer does.

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));
const ADDRESS = 'http://127.0.0.1:4400';
const server = await startSite({ after });
const kit = createBrowserKit({ after }, server.address);
const home = mkdtempSync(join(tmpdir(), 'reelport-newcomer-'));
const folder = join(home, 'shot-list');
const blocks = blocksOf(new URL('../../docs/plugins/tutorial.md', import.meta.url));

const env = {
  DATA_DIR: server.dataDir,
  DATABASE_URL: server.composed.ctx.db.connectionString,
  PUBLIC_URL: server.address,
};
const working = openTerminal(CHECKOUT, env);
const loading = openTerminal(CHECKOUT, env);
after(async () => {
  await loading.interrupt();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

/** The next block, which is this one; the checkout's neighbour and the address are those of this test. */
function next(language: string, title = ''): DocsBlock {
  const block = blocks.shift();
  assert.deepEqual([block?.language, block?.title], [language, title], block?.body);
  assert.ok(block);
  return { ...block, body: block.body.replaceAll('../shot-list', folder).replaceAll(ADDRESS, server.address) };
}

function pattern(text: string): RegExp {
  return new RegExp(text.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
}

/** Types commands; what the tutorial shows of their output is in it. */
async function type(): Promise<void> {
  const output = await working.run(next('sh').body);
  if (blocks[0]?.title === 'terminal') assert.match(output, pattern(next('text', 'terminal').body));
}

/** Nothing after what failed can work. */
async function part(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(`${name} Printed last:\n${loading.take()}`, { cause: error });
  }
}

const main = (page: Page) => page.getByRole('main');

/** Whose key it is, and the only one who gets the builds. */
let developer = '';

/** Waits until a page has loaded the build that was pushed last: nobody types faster than that. */
async function loaded(page: Page): Promise<void> {
  const [current] = await server.composed.ctx.plugins.versions('shot-list', developer);
  assert.ok(current);
  const holds = `['web.mjs', 'texts/en.json'].every((file) => performance.getEntriesByType('resource')
    .some(({ name }) => decodeURIComponent(name).endsWith('/plugin-files/shot-list/${current.version}/' + file)))`;
  await until(() => page.evaluate<boolean>(holds), `the page loads build ${current.version}`, 15);
}

/** Saves a block; once the terminal has said what became of it, and the page has that, it goes on. */
async function push(page: Page, block: DocsBlock, said = /up to date/): Promise<void> {
  loading.take();
  writeBlock(folder, block);
  await loading.says(said);
  await loaded(page);
}

const times: string[] = [];
/** Saves the next block, and waits until the page shows it. */
async function save(page: Page, block: DocsBlock, shown: string): Promise<void> {
  // Asked before each frame that the browser draws; both clocks are this machine's.
  await page.evaluate(`globalThis.shown = new Promise((resolve) => {
    setTimeout(resolve, 15000, -1);
    const look = () => document.querySelector('main').textContent.includes(${JSON.stringify(shown)})
      ? resolve(performance.timeOrigin + performance.now()) : requestAnimationFrame(look);
    look();
  }); 'asked'`);
  const saved = performance.timeOrigin + performance.now();
  writeBlock(folder, block);
  await main(page).getByText(shown).first().waitFor({ state: 'attached' });
  const seen = await page.evaluate<number>('globalThis.shown');
  await loaded(page);
  times.push(`${block.title} ${Math.round(seen - saved)} ms`);
}

test('the tutorial for authors of plugins works as it is written', async (t) => {
  // `npm start` is what this test's own server stands in for.
  assert.equal(next('sh').body, 'npm start\n');

  await part('1. make it', async () => {
    await type();
    await type();
  });

  const operator = await kit.open({ language: 'en' });
  const page = await kit.tab(operator);

  await part('2. load it while you write', async () => {
    const output = await loading.run(next('sh').body);
    const link = /http\S+access_token=\S+/.exec(output)?.[0];
    assert.ok(link, output);
    await operator.page.goto(link);
    await operator.page.getByRole('navigation').first().waitFor();
    await goOn(operator.page, '/operator/plugins');
    await operator.page.getByRole('button', { name: 'Connect a developer' }).click();
    await operator.page.getByRole('textbox', { name: 'Who is it for?' }).fill('A newcomer');
    await operator.page.getByRole('radio', { name: 'Fully trusted' }).check();
    await operator.page.getByRole('button', { name: 'Create a key' }).click();
    const command = (await operator.page.getByRole('dialog').locator('code').textContent()) ?? '';
    const key = /--key (\S+)/.exec(command)?.[1] ?? '';
    await operator.page.getByRole('button', { name: 'Copied, close' }).click();

    const { rows } = await server.composed.ctx.db.pool.query<{ account_id: string }>(
      'select account_id from extensions_developer_keys',
    );
    developer = rows[0]?.account_id ?? '';
    await page.goto(`${server.address}/workbench`);
    const { body } = next('sh');
    const lines = body.replace('THE-KEY', key);
    assert.equal(lines.trim().split('\n').at(-1), command, 'the page shows another command than the tutorial');
    loading.start(lines);
    await loading.says(pattern(next('text', 'terminal').body));

    const menu = page.getByRole('navigation').filter({ visible: true });
    await menu.getByRole('link', { name: 'Shot List' }).click();
    await arrive(page, '/shot-list');
    await page.evaluate('performance.setResourceTimingBufferSize(5000); globalThis.isTheSamePage = true');
    for (let press = 1; press <= 3; press += 1) await page.getByRole('button', { name: 'Add one' }).click();
    await main(page).getByText('Pressed 3 times').waitFor();
    await push(page, next('diff', 'web/index.tsx'));
    await save(page, next('diff', 'locales/en.json'), 'Add ten');
    await main(page).getByText('Pressed 3 times').waitFor();
    await page.getByRole('button', { name: 'Add ten' }).click();
    await main(page).getByText('Pressed 13 times').waitFor();
  });

  await part('3. its texts', async () => {
    await push(page, next('json', 'locales/en.json'), pattern(next('text', 'terminal').body));
    await save(page, next('json', 'locales/zh.json'), '13 to film');
  });

  await part('4. say what it adds', async () => {
    await push(page, next('ts', 'plugin.ts'));
    await push(page, next('diff', 'plugin.ts'), pattern(next('text', 'terminal').body));
    await push(page, next('diff', 'plugin.ts'));
  });

  const shots = (text: string) => main(page).getByRole('status').getByText(text);
  const addShot = async (): Promise<void> => {
    await page.getByRole('textbox', { name: 'Next shot' }).fill('The harbour at dawn');
    await page.getByRole('button', { name: 'Add' }).click();
    await shots('1 to film').waitFor();
  };

  await part('5. its page', async () => {
    // No code names it yet.
    writeBlock(folder, next('css', 'web/page.css'));
    await save(page, next('tsx', 'web/index.tsx'), 'Nothing left to film.');
    await addShot();
    await page.getByRole('checkbox', { name: '“The harbour at dawn” is filmed' }).click();
    await shots('Nothing left to film.').waitFor();
    assert.deepEqual(kit.takeComplaints(), []);
  });

  await part('6. its command', async () => {
    await save(page, next('diff', 'plugin.ts'), 'add "clear" to commands: the manifest lists it');
    await save(page, next('diff', 'web/index.tsx'), 'Nothing left to film.');
    kit.takeComplaints();
    await addShot();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('clear');
    await page.getByRole('option', { name: 'Clear the shot list' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The shot list is empty.').waitFor();
    await shots('Nothing left to film.').waitFor();
    assert.equal(await page.evaluate('globalThis.isTheSamePage'), true);
  });

  await part('7. its test', async () => {
    writeBlock(folder, next('tsx', 'tests/main.test.tsx'));
    await type();
  });

  await part('8. pack it, and have it installed', async () => {
    await type();
    await loading.interrupt();
    await operator.page.getByRole('button', { name: 'Install a plugin' }).first().click();
    const dialog = operator.page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(join(folder, 'shot-list-0.1.0.reelport.zip'));
    await dialog.getByRole('radio', { name: 'Fully trusted' }).check();
    await dialog.getByRole('button', { name: 'Install 0.1.0' }).click();
    await operator.page.getByText('Installed “Shot list” 0.1.0').waitFor();
    await main(page).getByText('Nothing left to film.').waitFor();
    const [version] = await server.composed.ctx.plugins.versions('shot-list');
    assert.equal(version?.version, '0.1.0');
  });

  assert.deepEqual(blocks, [], 'blocks that were not typed');
  assert.deepEqual(kit.takeComplaints(), []);
  t.diagnostic(`from save to page: ${times.join(', ')}`);
});
