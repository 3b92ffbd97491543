import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { PoolClient } from 'pg';

import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { copyPlugin, packPlugin } from '#tests/fixtures/authored-plugin.ts';
import { coloursOf } from '#tests/integration/mixing/colours-of.ts';
import { mixClient, type MixRun } from '#tests/integration/mixing/mix-client.ts';
import { projectOf } from '#tests/integration/mixing/mix-site.ts';
import { until } from '#tests/until.ts';

import { atConsole } from './at-console.ts';
import { createBrowserKit } from './browser-kit.ts';
import { arriveAtRun, drawMixedClips, probe, startMixingSite } from './mix-kit.ts';
import { toastsOf } from './toasts.ts';
import { hearsTone } from './hears-tone.ts';
import { useServiceAlone } from './use-service-alone.ts';

const ID = 'dockyard';
const WHISTLE = 'dockyard.whistle';
/** Hertz. */
const WHISTLED = 1000;
const ENGINE = 'engines.espeak-ng';

// tests/fixtures/dockyard/: an effect, a voice, a button in the library, a job at a certain time, and a place to send to,
// all of one plugin that was packed, added and installed as an operator does it.
describe('a plugin from outside that goes through many doors', { timeout: 280_000 }, async () => {
  const packed = await packPlugin(copyPlugin({ after }, ID));
  const {
    server: site,
    folder,
    stock,
  } = await startMixingSite(
    { after },
    { prepare: (dataDir) => atConsole({ DATA_DIR: dataDir }, ['add', packed.path]) },
  );
  const kit = createBrowserKit({ after }, site.address);
  const { ctx } = site.composed;
  const operator = await site.signIn({ level: 'level4', operator: true });
  const manager = (await kit.open({ token: operator.token, language: 'en' })).page;
  const { token, accountId } = await site.signIn({ level: 'level1' });
  const client = mixClient(site.address, token);
  const ids = await stock(accountId, drawMixedClips(join(folder, 'dock'), { clips: 1, seconds: 2, scenes: 2 }));
  // Wide enough for all actions of the library beside one another.
  const { page } = await kit.open({ token, width: 1920 });
  const bar = page.getByRole('toolbar', { name: '对所选素材的操作' });
  const weigh = bar.getByRole('button', { name: /^称/ });
  const sent = mkdtempSync(join(tmpdir(), 'reelport-dockyard-'));
  after(() => rm(sent, { recursive: true, force: true }));

  const inData = (name: string) => join(site.dataDir, name);
  const filesIn = (path: string) => (existsSync(path) ? readdirSync(path) : []);
  const piled = () => filesIn(inData('dockyard-pier'));
  const tides = () =>
    readFileSync(inData('dockyard-tides.txt'), { encoding: 'utf8', flag: 'a+' }).split('\n').length - 1;
  const call = (path: string, body: unknown) => site.call('POST', path, { token, body });
  const speak = async (text: string) =>
    (await call('/api/mixing/voices', { text, language: 'en-US' })).failure.error ?? 'spoken';
  const speaker = async () => (await ctx.providers.use('speech')).id;
  const choose = (adapter: string) =>
    ctx.settings.set(choiceSetting('speech'), { adapters: [adapter], orEmbedded: true }, 'test');
  const faults = async () => (await ctx.plugins.faults(ID)).map(({ message }) => message).join('\n');
  /** Makes the job due, if it is planned. @returns whether it was */
  const makeDue = async () =>
    ((await ctx.db.pool.query(`update core_schedules set next_at = now() where plugin = $1`, [ID])).rowCount ?? 0) > 0;

  /** A project of both clips, whose first shot has the effect as strongly as is said. */
  async function project(amount: number | null): Promise<string> {
    const document = projectOf([ids.slice(0, 1), ids.slice(1)]);
    const effect = { name: 'dockyard.grey', params: { amount } };
    Object.assign(document.groups[0] ?? {}, amount === null ? {} : { effect });
    return (await client.call<{ id: string }>('POST', '/api/mixing/projects', document)).id;
  }
  /** What becomes of a run: its state and how many videos it made, or why it was refused. */
  async function mix(id: string): Promise<string> {
    const answer = await call(`/api/mixing/projects/${id}/runs`, { count: 1 });
    if (answer.status !== 200) return String(answer.failure.error);
    const { state, made } = await client.ended((answer.envelope.data as MixRun).id);
    return `${state} ${made}`;
  }
  async function openEditor(id: string): Promise<void> {
    await page.goto(`${site.address}/mixedCut/edit/${id}`);
    await page.locator('canvas.rp-ed-preview__canvas').waitFor();
    await until(async () => (await page.locator('.rp-ed-clip').count()) === 2, 'both clips are there');
  }
  async function chooseClip(): Promise<void> {
    await page.goto(`${site.address}/material/list`);
    await page
      .locator('[data-id]')
      .first()
      .click({ modifiers: ['Control'] });
    await bar.waitFor();
  }
  /** Begins a run of the crop tool, which goes on once it is let: by {@link end}. */
  async function begin(): Promise<{ id: string }> {
    const body = { tool: 'crop.cut', name: '裁剪', inputs: ids.slice(0, 1), settings: { window: { from: 0, to: 1 } } };
    const { envelope } = await call('/api/tool-runs', body);
    const run = envelope.data as { id: string };
    hold = await ctx.db.pool.connect();
    await hold.query('begin');
    // A run can be read, and referred to, but not changed.
    await hold.query('select 1 from core_tool_runs where id = $1 for no key update', [run.id]);
    return run;
  }
  async function end(id: string): Promise<void> {
    await hold?.query('rollback');
    hold?.release();
    hold = undefined;
    const state = async () =>
      (await site.call('GET', `/api/tool-runs/${id}`, { token })).envelope.data as { state: string };
    await until(async () => (await state()).state === 'done', 'the run is done');
  }
  async function send(place: string): Promise<void> {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: place }).check();
    await dialog.getByRole('button', { name: /^(发送|确定)$/ }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  let hold: PoolClient | undefined;
  after(() => hold?.release(true));
  let mixed: string;
  let grey: string;

  /** What the product does without the plugin, and in spite of it. */
  async function allElseIsWhole(voice: string): Promise<void> {
    // What was made of the plugin stays.
    await page.goto(`${site.address}/mixedCut/run/${mixed}`);
    await page.getByRole('gridcell').first().waitFor();
    assert.ok((await client.download((await client.outputs(mixed))[0]?.fileId ?? '')).length > 0);
    assert.equal(await mix(await project(null)), 'done 1');
    assert.deepEqual([await speaker(), await speak('All is well.')], [voice, 'spoken']);
    await chooseClip();
    await bar.getByRole('button', { name: '下载' }).waitFor();
    const own = join(sent, accountId);
    await rm(own, { recursive: true, force: true });
    await bar.getByRole('button', { name: '发送到…' }).click();
    await send('服务器上的文件夹');
    await until(() => filesIn(own).some((name) => name.endsWith('.mp4')), 'it is in the folder');
  }
  /** The editor opens the project whole, and says what its effect lacks; a run of it is refused. */
  async function isToldInMix(words: RegExp, refusal: string): Promise<void> {
    await openEditor(grey);
    await page.getByText(words).first().waitFor();
    assert.equal(await mix(grey), refusal);
  }
  /** That its job is planned no more, and has not run since. */
  async function neverAgain(ran: number): Promise<void> {
    await until(async () => !(await makeDue()), 'its schedule is gone');
    assert.equal(tides(), ran);
  }

  test('an operator installs it in the manager, and chooses its voice and its place among the services', async () => {
    await manager.goto(`${site.address}/operator/plugins`);
    await manager.getByRole('button', { name: 'Install a plugin' }).first().click();
    const dialog = manager.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(packed.path);
    for (const slot of ['Actions on materials', 'Effects of batch mixes'])
      await dialog.getByText(slot, { exact: true }).waitFor();
    await dialog.getByText('It has a server part.').waitFor();
    await dialog.getByRole('radio', { name: /^Fully trusted/ }).check();
    await dialog.getByRole('button', { name: 'Install 1.0.0' }).click();
    await dialog.waitFor({ state: 'detached' });

    await manager.goto(`${site.address}/operator/plugins/${ID}`);
    const server = manager.locator('.rp-ext-facts');
    for (const part of ['dockyard.grey', WHISTLE, 'dockyard.pier', 'tide (30 4 * * *, Asia/Shanghai)']) {
      await server.getByText(part).first().waitFor();
    }
    await manager.goto(`${site.address}/operator/services/speech`);
    await useServiceAlone(manager, WHISTLE);
    await until(async () => (await speaker()) === WHISTLE, 'its voice is chosen');
    await manager.goto(`${site.address}/operator/services/targets`);
    const place = manager.locator('[data-adapter="publishing.folder"]');
    await place.getByRole('button', { name: 'Settings' }).click();
    const path = place.locator('[data-setting="folder"]').getByRole('textbox');
    await path.fill(sent);
    await path.press('Enter');
    for (const name of [/A folder of the server/, /Pier/]) await manager.getByRole('switch', { name }).check();
    await until(async () => (await ctx.providers.every('targets')).length === 2, 'both places are chosen');
  });

  test('whole: a member mixes with its effect and its voice, presses its button, and sends to its place', async () => {
    await chooseClip();
    await weigh.click();
    await toastsOf(page)
      .getByText(/^1 个素材共 [\d.]+ /)
      .waitFor();

    grey = await project(null);
    await openEditor(grey);
    await page.getByRole('button', { name: '镜头组“Group 1”的操作' }).click();
    await page.getByRole('menuitem', { name: '速度、文字等' }).click();
    await page.getByRole('combobox', { name: '效果' }).click();
    await page.getByRole('option').filter({ hasText: '灰度' }).click();
    await page.getByRole('tab', { name: '配音' }).click();
    await page.getByLabel('配音文案').fill('有船靠岸了');
    await page.getByRole('button', { name: '试听' }).click();
    await page.locator('.rp-ed-aside').getByText(/秒/).waitFor();
    await page.getByRole('spinbutton', { name: /条/ }).fill('1');
    await page.getByRole('button', { name: /^生成 1 / }).click();
    mixed = await arriveAtRun(page);
    const run = await client.ended(mixed);
    assert.deepEqual([run.state, run.made], ['done', 1]);

    const bytes = await client.download((await client.outputs(mixed))[0]?.fileId ?? '');
    const path = join(folder, 'mixed.mp4');
    writeFileSync(path, bytes);
    const { codec, sound, seconds } = probe(path);
    assert.deepEqual([codec, sound], ['h264', true]);
    assert.ok(Math.abs(seconds - 2) < 0.1, `${seconds} s`);
    const seen = coloursOf(path);
    assert.ok(
      seen.slice(0, 28).every((colour) => colour < 10),
      seen.join(),
    );
    assert.ok(
      seen.slice(32).every((colour) => colour > 20),
      seen.join(),
    );
    assert.equal(hearsTone(path, WHISTLED), true);

    await chooseClip();
    await bar.getByRole('button', { name: '发送到…' }).click();
    await send('码头');
    await until(() => piled().length === 1, 'it lies at the pier');
    const clips = await Promise.all(ids.map((id) => client.download(id)));
    const hashes = clips.map((clip) => createHash('sha256').update(clip).digest('hex'));
    assert.ok(hashes.includes(piled()[0] ?? ''), 'as it is');

    await until(makeDue, 'its job is planned');
    await until(() => tides() === 1, 'its job has run, once');
    assert.equal(await faults(), '');
    assert.deepEqual(kit.takeComplaints(), []);
  });

  test('locked for a tier: its button and its effect are not for that one; what operators chose goes on', async () => {
    await ctx.plugins.setTier(ID, 'level1', 'locked', 'test');
    await isToldInMix(/当前会员版本不含Group 1的效果“灰度”/, 'mixing:effect-locked');
    await allElseIsWhole(WHISTLE);
    assert.equal(await weigh.count(), 0);
    await makeDue();
    await until(() => tides() === 2, 'its job runs');
    await ctx.plugins.setTier(ID, 'level1', null, 'test');
    await weigh.waitFor();
  });

  test('disabled: each of its doors says so or is not there, and it comes back whole', async () => {
    await manager.goto(`${site.address}/operator/services/speech`);
    await manager.getByRole('switch', { name: /built-in/ }).click();
    const { id } = await begin();
    await page.goto(`${site.address}/videoCrop/run/${id}`);
    await page.getByRole('button', { name: '完成后自动发送…' }).click();
    await send('码头');
    await page.getByRole('button', { name: '完成后发到“码头”' }).waitFor();
    await ctx.plugins.setDisabled(ID, true, 'test');
    await page.reload();
    await page.getByRole('button', { name: '“码头”现在不能用' }).waitFor();
    const before = piled().length;
    await end(id);
    await page.getByRole('banner').getByRole('button', { name: /任务/ }).click();
    await page.getByText(/“dockyard\.pier”所在的插件被停用了/).waitFor();
    assert.equal(piled().length, before);

    await isToldInMix(/Group 1的效果“灰度”现在不能用/, 'mixing:effect-missing');
    await allElseIsWhole(ENGINE);
    assert.equal(await weigh.count(), 0);
    await bar.getByRole('button', { name: '发送到…' }).click();
    await page.getByRole('dialog').getByRole('radio').waitFor();
    assert.equal(await page.getByRole('dialog').getByRole('radio', { name: '码头' }).count(), 0);
    await page.keyboard.press('Escape');
    await neverAgain(2);
    await ctx.plugins.setDisabled(ID, false, 'test');
    await weigh.waitFor();
    assert.deepEqual([await speaker(), await speak('Back again.')], [WHISTLE, 'spoken']);
  });

  test('broken: every fault is told as its own, and nothing else fails', async () => {
    await until(makeDue, 'its schedule is back');
    await until(() => tides() === 3, 'and so is its job');
    writeFileSync(inData('dockyard-flooded'), '');
    await makeDue();
    await weigh.click();
    await toastsOf(page).first().waitFor();
    assert.equal(await speak('Glug.'), 'spoken', 'by the built-in one, as the operator has allowed');
    await bar.getByRole('button', { name: '发送到…' }).click();
    await send('码头');
    const before = piled().length;
    assert.equal(await mix(await project(0.5)), 'failed 0');
    for (const place of ['job', 'route', 'provider', 'effect']) {
      await until(async () => (await faults()).includes(`${place}: Error: the dock has flooded`), `${place} is told`);
    }
    await manager.goto(`${site.address}/operator/plugins/${ID}?tab=faults`);
    await manager
      .getByText(/the dock has flooded/)
      .first()
      .waitFor();
    assert.equal(piled().length, before);
    await choose(ENGINE);
    await allElseIsWhole(ENGINE);
    await rm(inData('dockyard-flooded'));
    await choose(WHISTLE);
  });

  test('removed: nothing of it is left, and nothing else is missing', async () => {
    await manager.goto(`${site.address}/operator/plugins/${ID}`);
    await manager.getByRole('button', { name: 'Remove', exact: true }).click();
    await manager
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove / })
      .click();
    await weigh.waitFor({ state: 'detached' });
    await isToldInMix(/Group 1的效果“[^”]+”现在不能用/, 'mixing:effect-missing');
    await allElseIsWhole(ENGINE);
    await neverAgain(tides());
    assert.equal(
      (await call('/api/publishing/sends', { target: 'dockyard.pier', what: { materials: ids } })).failure.error,
      'core:provider.gone',
    );
  });
});
