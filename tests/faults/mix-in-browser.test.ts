import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { Material } from '#plugins/materials/calls.ts';
import type { ShownCertificate } from '#plugins/mixing/certificate.ts';
import { createBrowserKit } from '#tests/e2e/browser-kit.ts';
import { arriveAtRun, drawMixedClips, sendBy } from '#tests/e2e/mix-kit.ts';
import { projectOf } from '#tests/integration/mixing/mix-site.ts';
import { until } from '#tests/until.ts';

import { startStruckServer } from './struck-server.ts';

const OUTPUTS = 6;

describe('somebody who mixes videos while page, network and server fail', { timeout: 280_000 }, async () => {
  const scope = { after };
  const { address, folder, start, withDatabase, member, strikeRole, strikeApi } = await startStruckServer(scope);
  const kit = createBrowserKit(scope, address);
  const { accountId, token, client } = await member();
  let materials: Material[];

  test('every file of a folder arrives once', async () => {
    const clips = drawMixedClips(join(folder, 'clips'), { clips: 2, scenes: 3, seconds: 3, ballast: 1_000_000 });
    const seat = await kit.open({ token });
    const { page } = seat;
    await page.goto(`${address}/material/list`);
    await page.locator('.rp-empty').waitFor();
    const tray = page.locator('.rp-uploads');
    const moving = () =>
      page
        .locator('.rp-upload[data-state="uploading"] .rp-upload__facts', { hasText: '/秒' })
        .first()
        .waitFor({ timeout: 30_000 });
    await sendBy(seat, 400);
    await page.setInputFiles('[data-folder-files]', join(folder, 'clips'));
    await moving();

    await sendBy(seat, 'offline');
    await tray.getByText('网络断开，恢复后自动继续上传').first().waitFor();
    await sendBy(seat, 400);
    await moving();

    await page.reload();
    await moving();

    await strikeApi();
    await tray.getByText('连接中断，正在重试…').first().waitFor();
    await sendBy(seat, 0);
    await start();
    await tray.getByText('全部完成').waitFor({ timeout: 60_000 });

    const list = async () => (await client.call<{ items: Material[] }>('GET', '/api/materials?limit=100')).items;
    await until(async () => (await list()).every(({ state }) => state === 'ready'), 'all materials are ready');
    materials = (await list()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const expected = await Promise.all(clips.map(async (clip) => [basename(clip), sha256(await readFile(clip))]));
    assert.deepEqual(
      materials.map(({ name, hash }) => [name, hash]),
      expected.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    );
    await until(async () => (await page.locator('.rp-tile[data-state="ready"]').count()) === 6, 'the page shows all');
    await withDatabase(async (db) => {
      const files = await db.pool.query(`select 1 from core_files where account_id = $1 and counted`, [accountId]);
      assert.equal(files.rowCount, 6);
    });
    kit.takeComplaints();
    await seat.close();
  });

  test('every video of a run is made once, and the page follows through all of it', async () => {
    const ids = materials.map(({ id }) => id);
    const document = projectOf([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4, 6)], {
      ...{ ratio: '9:16', fit: 'blur', shotSeconds: 1.5 },
    });
    const { id: project } = await client.call<{ id: string }>('POST', '/api/mixing/projects', document);
    const seat = await kit.open({ token });
    const { page } = seat;
    await page.goto(`${address}/mixedCut/edit/${project}`);
    await page.getByRole('spinbutton', { name: '条数' }).fill(String(OUTPUTS));
    await page.getByRole('button', { name: `生成 ${OUTPUTS} 条` }).click();
    const run = await arriveAtRun(page);
    const cells = page.locator('.rp-output[data-state="made"]');
    const made = async (count: number) =>
      await until(async () => (await cells.count()) >= count, `${count} videos are shown`);
    await made(1);
    const seen = (await client.outputs(run)).filter(({ state }) => state === 'made');

    assert.ok(seen.length < OUTPUTS, 'the worker is struck while it is at work');
    strikeRole('worker');
    await page.reload();
    await made(2);

    await sendBy(seat, 'offline');
    await page.getByText('网络断开了，恢复后自动继续。').waitFor();
    await until(async () => {
      const { state, made: count } = await client.read(run);
      return state === 'done' || count >= 4;
    }, 'the run goes on without the page');
    await sendBy(seat, 0);
    await made(4);

    await strikeApi();
    await start();
    await page.locator('.rp-run-certificate').waitFor({ timeout: 120_000 });
    await made(OUTPUTS);

    const all = await client.outputs(run);
    const outputs = all.filter(({ state }) => state === 'made');
    assert.deepEqual(
      outputs.map(({ position }) => position).toSorted((a, b) => a - b),
      Array.from({ length: OUTPUTS }, (_, position) => position),
    );
    const rows = new Map(all.map((output) => [output.id, output]));
    for (const { id, fileId } of seen) {
      const row = rows.get(id);
      // Compared with the others it may turn out too much like one of them.
      if (row?.state !== 'replaced') assert.equal(row?.fileId, fileId, 'what was made stays as it was');
    }
    const certificate = await client.call<ShownCertificate>('GET', `/api/mixing/runs/${run}/certificate`);
    assert.equal(new Set(certificate.outputs.map(({ sha256: hash }) => hash)).size, OUTPUTS);
    assert.deepEqual(certificate.failures, []);
    await withDatabase(async (db) => {
      const stray = await db.pool.query(
        `select id from core_files where account_id = $1 and counted and type = 'video/mp4'
           and id not in (select (file ->> 'id')::uuid from core_tool_items, jsonb_array_elements(files) file)
           and id not in (select id from materials_items)`,
        [accountId],
      );
      assert.equal(stray.rowCount, 0, 'no video is there that nothing names');
      assert.equal((await db.pool.query('select 1 from core_file_holds')).rowCount, 0);
    });
    kit.takeComplaints();
    await seat.close();
  });
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
