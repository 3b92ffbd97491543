import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import { adapterBags } from '#core/server/services/providers/registry/adapter-settings.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { BROKEN, DOCKYARD, PIER, TIDES } from '#tests/fixtures/server-halves/dockyard.ts';
import { packHalf, writeHalf } from '#tests/fixtures/server-halves/write-half.ts';
import { mixClient, type MixRun } from '#tests/integration/mixing/mix-client.ts';
import { projectOf } from '#tests/integration/mixing/mix-site.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit } from './browser-kit.ts';
import { drawMixedClips, startMixingSite } from './mix-kit.ts';
import { toastsOf } from './toasts.ts';

const ID = 'dockyard';
const WHISTLE = 'dockyard.whistle';
const ENGINE = 'engines.espeak-ng';
const FOLDER = { kind: 'targets', id: 'publishing.folder' } as const;

describe('a plugin from outside that goes through many doors', { timeout: 200_000 }, async () => {
  const {
    server: site,
    folder,
    stock,
  } = await startMixingSite({ after }, { prepare: async (dataDir) => void (await writeHalf(dataDir, DOCKYARD)) });
  const kit = createBrowserKit({ after }, site.address);
  const { ctx } = site.composed;
  const asked = { actor: 'test', source: 'test', untrusted: false, grants: [] };
  await ctx.plugins.install(packHalf(DOCKYARD), asked);
  const sent = mkdtempSync(join(tmpdir(), 'reelport-dockyard-'));
  after(() => rm(sent, { recursive: true, force: true }));
  await ctx.settings.set(adapterBags(FOLDER).plain, { folder: sent, perAccount: false }, 'test');
  const choose = (kind: 'speech' | 'targets', ...adapters: string[]) =>
    ctx.settings.set(choiceSetting(kind), { adapters, orEmbedded: false }, 'test');
  await choose('targets', FOLDER.id, 'dockyard.pier');

  const { token, accountId } = await site.signIn({ level: 'level1' });
  const client = mixClient(site.address, token);
  const ids = await stock(accountId, drawMixedClips(join(folder, 'dock'), { clips: 1, seconds: 2, scenes: 2 }));
  const { page } = await kit.open({ token });
  const bar = page.getByRole('toolbar', { name: '对所选素材的操作' });
  const weigh = bar.getByRole('button', { name: /^称/ });

  const read = (name: string) => readFileSync(join(site.dataDir, name), { encoding: 'utf8', flag: 'a+' });
  const call = (path: string, body: unknown) => site.call('POST', path, { token, body });
  const speak = async (text: string) =>
    (await call('/api/mixing/voices', { text, language: 'en-US' })).failure.error ?? 'spoken';
  const faults = async () => (await ctx.plugins.faults(ID)).map(({ message }) => message).join('\n');

  /** Makes a video of the clips, whose first shots have the effect as strongly as is said. */
  async function mix(amount: number | null): Promise<MixRun | string> {
    const document = projectOf([ids.slice(0, 1), ids.slice(1)]);
    const effect = { name: 'dockyard.grey', params: { amount } };
    Object.assign(document.groups[0] ?? {}, amount === null ? {} : { effect });
    const { id } = await client.call<{ id: string }>('POST', '/api/mixing/projects', document);
    const answer = await call(`/api/mixing/projects/${id}/runs`, { count: 1 });
    return answer.failure.error ?? (await client.ended((answer.envelope.data as MixRun).id));
  }
  const outcome = (run: MixRun | string) => (typeof run === 'string' ? run : `${run.state} ${run.made}`);

  /** Sends the chosen clip as a member does. */
  async function send(place: string): Promise<void> {
    await bar.getByRole('button', { name: '发送到…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: place }).check();
    await dialog.getByRole('button', { name: '发送', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  async function chooseClip(): Promise<void> {
    await page.goto(`${site.address}/material/list`);
    await page
      .locator('[data-id]')
      .first()
      .click({ modifiers: ['Control'] });
    await bar.waitFor();
  }
  /** What the product does without the plugin, and in spite of it. */
  async function allElseIsWhole(): Promise<void> {
    assert.equal(outcome(await mix(null)), 'done 1');
    await choose('speech', ENGINE);
    assert.equal(await speak('All is well.'), 'spoken');
    await choose('speech', WHISTLE);
    for (const name of readdirSync(sent)) await rm(join(sent, name));
    await send('服务器上的文件夹');
    await until(async () => readdirSync(sent).some((name) => name.endsWith('.mp4')), 'it is in the folder');
    await bar.getByRole('button', { name: '下载' }).waitFor();
  }
  const dueNow = () => ctx.db.pool.query(`update core_schedules set next_at = now() where plugin = $1`, [ID]);

  test('whole: its effect is mixed in, its voice speaks, its button works, its job runs, its place is sent to', async () => {
    assert.equal(outcome(await mix(1)), 'done 1');
    await choose('speech', WHISTLE);
    assert.equal(await speak('Ships ahoy.'), 'spoken');
    await chooseClip();
    await weigh.click();
    await until(async () => (await page.evaluate('globalThis.dockyardWeighed?.length')) === 1, 'one was weighed');
    await send('码头');
    await until(async () => read(PIER).includes('.mp4'), 'it lies at the pier');
    await until(async () => (await dueNow()).rowCount === 1, 'it has a schedule');
    await until(async () => read(TIDES) !== '', 'its job has run');
    await allElseIsWhole();
    assert.deepEqual(await ctx.plugins.faults(ID), []);
  });

  test('locked for a tier: its button and its effect are not for that one, what operators chose goes on', async () => {
    await ctx.plugins.setTier(ID, 'level1', 'locked', 'test');
    await weigh.waitFor({ state: 'detached' });
    assert.equal(outcome(await mix(1)), 'mixing:effect-locked');
    assert.equal(await speak('Behind the lock.'), 'spoken');
    await allElseIsWhole();
    await ctx.plugins.setTier(ID, 'level1', null, 'test');
    await weigh.waitFor();
  });

  test('disabled: each of its doors says so or is not there, and it comes back whole', async () => {
    await ctx.plugins.setDisabled(ID, true, 'test');
    await weigh.waitFor({ state: 'detached' });
    assert.equal(outcome(await mix(1)), 'mixing:effect-missing');
    assert.equal(await speak('Anybody there?'), 'core:provider.disabled');
    await until(async () => (await dueNow()).rowCount === 0, 'its schedule is gone');
    await bar.getByRole('button', { name: '发送到…' }).click();
    await page.getByRole('dialog').getByRole('radio').waitFor();
    assert.equal(await page.getByRole('dialog').getByRole('radio', { name: '码头' }).count(), 0);
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
    await allElseIsWhole();
    await ctx.plugins.setDisabled(ID, false, 'test');
    await weigh.waitFor();
    assert.equal(await speak('Back again.'), 'spoken');
  });

  test('broken: every fault is told as its own, and nothing else fails', async () => {
    writeFileSync(join(site.dataDir, BROKEN), '');
    await until(async () => (await dueNow()).rowCount === 1, 'its schedule is back');
    await until(async () => (await faults()).includes('the dock has flooded'), 'its job fails');
    await page.evaluate('globalThis.dockyardBroken = true');
    await weigh.click();
    await toastsOf(page).getByText('「船坞」刚才的操作没有完成。').waitFor();
    assert.equal(await speak('Glug.'), 'core:provider.failed');
    await send('码头');
    await until(async () => (await faults()).includes('the dock has flooded here'), 'its faults are noted');
    assert.match(outcome(await mix(0.5)), / 0$|^mixing:effect-missing$/);
    await allElseIsWhole();
    await rm(join(site.dataDir, BROKEN));
  });

  test('removed: nothing of it is left, and nothing else is missing', async () => {
    await ctx.plugins.remove(ID, 'test');
    await weigh.waitFor({ state: 'detached' });
    assert.equal(outcome(await mix(1)), 'mixing:effect-missing');
    assert.equal(await speak('Gone?'), 'core:provider.gone');
    await until(async () => (await dueNow()).rowCount === 0, 'its schedule is gone');
    await allElseIsWhole();
  });
});
