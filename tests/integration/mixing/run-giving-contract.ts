import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { certificateSchema } from '#plugins/mixing/certificate.ts';
import { startS3 } from '#tests/integration/files/start-s3.ts';

import type { MixClient, MixOutput, MixRun } from './mix-client.ts';
import { startRunKit, type RunKit } from './run-kit.ts';

interface Archive {
  url: string;
  name: string;
  size: number;
  expiresAt: string;
}

/** What a run gives out is the same wherever its files are. */
export function describeRunGiving(store: 'disk' | 'bucket'): void {
  describe(`what a run gives out, with its files in a ${store}`, { timeout: 200_000 }, () => {
    let kit: RunKit;
    let client: MixClient;
    let run: MixRun;
    let outputs: MixOutput[];
    let stopS3: (() => Promise<void>) | undefined;

    before(async () => {
      const env: Record<string, string> = { REELPORT_SECRET_KEY: randomBytes(32).toString('base64') };
      if (store === 'bucket') {
        const { options, stop } = await startS3();
        stopS3 = stop;
        Object.assign(env, {
          ...{ S3_ENDPOINT: options.endpoint, S3_BUCKET: options.bucket, S3_REGION: options.region },
          ...{ S3_ACCESS_KEY_ID: options.accessKeyId, S3_SECRET_ACCESS_KEY: options.secretAccessKey },
        });
      }
      kit = await startRunKit(env);
      ({ client } = await kit.signIn());
      await kit.startWorker();
      const titles = { texts: ['夏日 1/2', '夏日 1/2', 'CON'] };
      const projectId = await client.createProject(kit.groups, { name: '夏季: 新品?', titles });
      run = await client.ended((await client.run(projectId, { count: 4 })).id);
      assert.equal(run.state, 'done', run.error ?? '');
      outputs = await client.outputs(run.id);
    });
    after(async () => {
      await kit.end();
      await stopS3?.();
    });

    const post = <T>(path: string, body: unknown = {}) =>
      client.call<T>('POST', `/api/tool-runs/${run.id}/${path}`, body);
    const names = async () => (await client.outputs(run.id)).map(({ name }) => name);
    const fetchFrom = (url: string, headers: Record<string, string> = {}) =>
      fetch(new URL(url, kit.server.address), { headers });

    test('names are by a pattern, fit for every system, and no two the same', async () => {
      assert.deepEqual(await names(), [
        '夏季 新品-001.mp4',
        '夏季 新品-002.mp4',
        '夏季 新品-003.mp4',
        '夏季 新品-004.mp4',
      ]);
      assert.deepEqual(await post('names', { pattern: '{title}' }), { renamed: 4 });
      assert.deepEqual(await names(), ['夏日 1 2.mp4', '夏日 1 2 (2).mp4', '_CON.mp4', '夏日 1 2 (3).mp4']);
      const one = [outputs[3]?.id];
      assert.deepEqual(await post('names', { pattern: '../{n} {title}', items: one }), { renamed: 1 });
      assert.equal((await names())[3], '4 夏日 1 2.mp4');
      await post('names', { pattern: '{project}_{date}_{nn}', timeZone: 'Asia/Shanghai' });
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date(run.createdAt));
      assert.equal((await names())[0], `夏季 新品_${today}_01.mp4`);
      for (const body of [{ pattern: '' }, { pattern: 'x', timeZone: 'Nowhere/City' }, { pattern: 'x', items: [] }]) {
        await assert.rejects(post('names', body), /: 422 /, JSON.stringify(body));
      }
    });

    test('a zip holds the videos and their certificate, and is as large as was said', async () => {
      const archive = await post<Archive>('archives');
      const answer = await fetchFrom(archive.url);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), 'application/zip');
      assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; .*filename\*=UTF-8''/);
      assert.equal(Number(answer.headers.get('content-length')), archive.size);
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.equal(bytes.length, archive.size);
      const path = join(kit.folder, 'all.zip');
      await writeFile(path, bytes);
      execFileSync('unzip', ['-tqq', path]);

      const inside = join(kit.folder, 'inside');
      execFileSync('unzip', ['-qq', '-o', path, '-d', inside], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
      const now = await client.outputs(run.id);
      for (const { name, fileId } of now) {
        assert.ok((await readFile(join(inside, name))).equals(await client.download(fileId ?? '')), name);
      }
      const certificate = certificateSchema.parse(JSON.parse(await readFile(join(inside, 'certificate.json'), 'utf8')));
      assert.deepEqual(
        certificate.outputs.map(({ file }) => file),
        now.map(({ name }) => name),
      );
      assert.match(certificate.materials[0]?.material ?? '', /\.mp4$/, 'clips have their names');
      const page = await readFile(join(inside, 'certificate.html'), 'utf8');
      assert.match(page, /default-src 'none'/);
      assert.doesNotMatch(page, /https?:\/\/(?!www\.w3\.org)/);

      const part = await fetchFrom(archive.url, {
        range: `bytes=${archive.size - 5000}-`,
        'if-range': answer.headers.get('etag') ?? '',
      });
      assert.equal(part.status, 206);
      assert.ok(
        Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(-5000)),
        'a download that broke off goes on',
      );
    });

    test('a zip of some holds those, whatever happens to the others', async () => {
      const some = [outputs[1]?.id, outputs[3]?.id];
      const archive = await post<Archive>('archives', { items: some });
      const path = join(kit.folder, 'some.zip');
      await writeFile(path, Buffer.from(await (await fetchFrom(archive.url)).arrayBuffer()));
      const listed = execFileSync('zipinfo', ['-1', path], {
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C.UTF-8' },
      });
      const now = await names();
      assert.deepEqual(listed.trim().split('\n'), [now[1], now[3], 'certificate.json', 'certificate.html']);
    });

    test('an address that was changed or is too old gives nothing', async () => {
      const { url } = await post<Archive>('archives', { items: [outputs[0]?.id] });
      const changed = new URL(url, kit.server.address);
      changed.searchParams.set('o', '_w');
      const later = new URL(url, kit.server.address);
      later.searchParams.set('e', '99999999999');
      for (const each of [changed, later]) {
        const answer = await fetch(each);
        assert.equal(answer.status, 403);
        assert.match(await answer.text(), /link/i);
      }
    });

    test('videos are kept in the library, once', async () => {
      const { id: folderId } = await client.call<{ id: string }>('POST', '/api/material-folders', { name: '成片' });
      const list = () =>
        client.call<{ items: { id: string; name: string }[]; total: number }>(
          'GET',
          `/api/materials?kind=video&folder=${folderId}`,
        );
      const keep = async (...items: (string | undefined)[]) => {
        const body = { runId: run.id, folderId, items };
        return (await client.call<{ kept: number }>('POST', '/api/material-keeps', body)).kept;
      };
      assert.equal(await keep(outputs[0]?.id, outputs[1]?.id), 2);
      assert.equal(await keep(outputs[0]?.id), 1);
      const { items, total } = await list();
      assert.equal(total, 2);
      assert.deepEqual(items.map(({ name }) => name).toSorted(), (await names()).slice(0, 2).toSorted());
      await client.call('POST', '/api/material-removals', { ids: items.map(({ id }) => id) });
      await client.call('POST', '/api/material-purges', { all: true });
      const [first] = await client.outputs(run.id);
      assert.ok(first?.url, 'what goes from the library stays in its run');
      const kept = await fetchFrom(first.url);
      assert.equal(kept.status, 200);
      assert.ok((await kept.arrayBuffer()).byteLength > 0);
    });

    test('the certificate is read by names, and as a page of its own', async () => {
      const { pool } = kit.server.composed.ctx.db;
      const ofClip = `select id from core_files where name like '%.mp4' order by created_at limit 1`;
      await pool.query(`update core_files set name = '正面 / 背面.mp4' where id = (${ofClip})`);
      const certificate = await client.call<{
        outputs: { id: string; file: string }[];
        materials: { name: string }[];
        groups: unknown[];
      }>('GET', `/api/mixing/runs/${run.id}/certificate`);
      const clipNames = certificate.materials.map(({ name }) => name);
      assert.ok(clipNames.includes('正面 / 背面.mp4'), clipNames.join());
      const now = await client.outputs(run.id);
      assert.deepEqual(
        certificate.outputs.map(({ id, file }) => [id, file]),
        now.map(({ id, name }) => [id, name]),
      );
      assert.ok(certificate.materials.every(({ name }) => name.endsWith('.mp4')));
      assert.equal(certificate.groups.length, 3);
      const page = await client.call<{ html: string; name: string }>(
        'GET',
        `/api/mixing/runs/${run.id}/certificate-page`,
      );
      assert.equal(page.name, '夏季 新品-certificate.html');
      assert.match(page.html, /<html lang="en">/);
    });

    test('every call refuses strangers', async () => {
      const { client: stranger } = await kit.signIn();
      for (const [path, body] of [
        ['pause', {}],
        ['resume', {}],
        ['retry', {}],
        ['names', { pattern: 'x' }],
        ['archives', {}],
      ] as const) {
        await assert.rejects(stranger.call('POST', `/api/tool-runs/${run.id}/${path}`, body), /: 404 /, path);
      }
      await assert.rejects(stranger.call('GET', `/api/mixing/runs/${run.id}/certificate-page`), /: 404 /);
      const keep = { runId: run.id, folderId: null };
      await assert.rejects(stranger.call('POST', '/api/material-keeps', keep), /: 404 /);
      const path = `/api/tool-runs?tool=mixing.mix&of=${run.projectId}`;
      assert.deepEqual((await stranger.call<{ items: unknown[] }>('GET', path)).items, []);
    });
  });
}
