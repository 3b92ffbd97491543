import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { z } from 'zod';

import type { MixPreview, renderMixPreview, speakDubbing } from '#plugins/mixing/calls.ts';
import type { MixProjectInput } from '#plugins/mixing/project.ts';
import mixing from '#plugins/mixing/server/index.ts';
import { sweepPreviews } from '#plugins/mixing/server/preview/sweep-previews.ts';

import { projectOf, startMixSite } from './mix-site.ts';
import { drawSmallClips } from './small-clips.ts';

type Rendered = z.output<(typeof renderMixPreview)['data']>;
type Voice = z.output<(typeof speakDubbing)['data']>;

describe('a rendered preview', { timeout: 240_000 }, async () => {
  const site = await startMixSite({ after });
  const { server, folder } = site;
  const { ctx } = server.composed;
  const clips = drawSmallClips(folder, 2, 2);
  const { token, accountId } = await server.signIn();
  const ids: string[] = [];

  function call(method: string, path: string, body?: unknown, by = token) {
    return server.call(method, `/api/mixing/${path}`, { token: by, body });
  }
  async function post<T>(path: string, body: unknown): Promise<T> {
    const { envelope } = await call('POST', path, body);
    assert.equal(envelope.code, 1, envelope.message);
    return envelope.data as T;
  }
  async function project(settings: Partial<MixProjectInput> = {}): Promise<MixProjectInput> {
    if (ids.length === 0) {
      for (const clip of clips) {
        const id = await site.adopt(accountId, clip);
        await site.prepared(id, { seconds: 1.2 });
        ids.push(id);
      }
    }
    const document = projectOf([ids.slice(0, 2), ids.slice(2, 4)], settings);
    const [first] = document.groups;
    if (first !== undefined) Object.assign(first, { transition: { kind: 'fade', seconds: 0.3 }, text: 'One' });
    return document;
  }
  const render = (document: MixProjectInput, preview: MixPreview) =>
    post<Rendered>('rendered-previews', { document, preview });
  async function ended(id: string): Promise<Rendered> {
    for (;;) {
      const { envelope } = await call('GET', `rendered-previews/${id}`);
      const rendered = envelope.data as Rendered;
      if (rendered.state !== 'working') return rendered;
      await sleep(100);
    }
  }

  test('is the combination as a run would make it, small, and the same one is rendered once', async () => {
    const document = await project({ resolution: 1080, titles: { texts: ['Port'] } });
    const preview = await post<MixPreview>('previews', { document, position: 1 });
    const asked = await render(document, preview);
    assert.deepEqual([asked.state, asked.url], ['working', null]);
    assert.equal((await render({ ...document, name: 'Another name' }, preview)).id, asked.id);
    const held = await ctx.files.held(ctx.db, accountId, ids);
    assert.equal(held.size, 2);

    await site.work();
    const ready = await ended(asked.id);
    assert.deepEqual([ready.state, ready.progress, ready.error], ['ready', 1, null]);
    const path = join(folder, 'preview.mp4');
    const answer = await fetch(new URL(ready.url ?? '', server.address));
    assert.equal(answer.headers.get('content-type'), 'video/mp4');
    await writeFile(path, Buffer.from(await answer.arrayBuffer()));
    const probe = spawnSync('ffprobe', [
      ...['-v', 'error', '-count_packets', '-select_streams', 'v', '-of', 'csv=p=0'],
      ...['-show_entries', 'stream=width,height,nb_read_packets', path],
    ]);
    assert.equal(String(probe.stdout).trim(), `480,480,${preview.frames}`);
    assert.equal((await ctx.files.held(ctx.db, accountId, ids)).size, 0);
    assert.equal((await render(document, preview)).url !== null, true);
    assert.notEqual((await render(document, await post('previews', { document, position: 2 }))).id, asked.id);
  });

  test('goes after a day, with its file and its row', async () => {
    const document = await project();
    const preview = await post<MixPreview>('previews', { document, position: 3 });
    const { id } = await render(document, preview);
    await site.work();
    await ended(id);
    const files = async () =>
      (await ctx.db.pool.query('select 1 from core_files where name = $1', [`${id}.mp4`])).rows.length;
    assert.equal(await files(), 1);
    assert.deepEqual(
      mixing.schedules?.map(({ job }) => job),
      ['mixing.sweep-previews'],
    );
    await sweepPreviews(ctx);
    assert.equal(await files(), 1);
    await ctx.db.pool.query("update mixing_previews set created_at = now() - interval '25 hours' where id = $1", [id]);
    assert.ok((await sweepPreviews(ctx)) >= 1);
    assert.equal(await files(), 0);
    assert.equal((await call('GET', `rendered-previews/${id}`)).status, 404);
  });

  test('of what the project does not yield is refused', async () => {
    const document = await project();
    const preview = await post<MixPreview>('previews', { document });
    const [first, second] = preview.shots;
    assert.ok(first !== undefined && second !== undefined);
    const foreign = await server.signIn();
    const wrong: Record<string, MixPreview> = {
      'another window': { ...preview, shots: [{ ...first, window: { start: 0.1, end: 1.1 } }, second] },
      'a material of another group': { ...preview, shots: [{ ...first, material: second.material }, second] },
      'an unknown material': { ...preview, shots: [{ ...first, material: '../../etc/passwd' }, second] },
      'a group less': { ...preview, shots: [first] },
      'a group twice': { ...preview, shots: [first, first] },
      'another order': { ...preview, shots: [second, first] },
      'another length': { ...preview, shots: [{ ...first, frames: 100_000 }, second] },
      'another blend': { ...preview, shots: [{ ...first, blendAfter: 29 }, second] },
      'another whole': { ...preview, frames: 1 },
      'another rate': { ...preview, fps: 1 },
      'a title that there is not': { ...preview, title: 'Mine' },
    };
    for (const [what, asked] of Object.entries(wrong)) {
      assert.equal((await call('POST', 'rendered-previews', { document, preview: asked })).status, 409, what);
    }
    const byOther = await call('POST', 'rendered-previews', { document, preview }, foreign.token);
    assert.equal(byOther.status, 409);
    const music = { material: '01890000-0000-7000-8000-000000000000' };
    const silent = await call('POST', 'rendered-previews', { document: { ...document, music }, preview });
    assert.deepEqual([silent.status, /music/.test(silent.envelope.message)], [422, true]);
    const { id } = await render(document, preview);
    assert.equal((await call('GET', `rendered-previews/${id}`, undefined, foreign.token)).status, 404);
  });

  test('says why it could not be rendered, and is tried again when it is asked for again', async () => {
    const broken = join(folder, 'broken.mp4');
    await writeFile(
      broken,
      Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(500)]),
    );
    const id = await site.adopt(accountId, broken);
    // The worker refuses it; that it was taken for a clip is said afterwards, or its refusal would come in between.
    await site.work();
    await site.allPrepared(accountId);
    await site.prepared(id, { seconds: 2 });
    const document = projectOf([[id], [(await project()).groups[0]?.materials[0]?.material ?? '']]);
    const preview = await post<MixPreview>('previews', { document });
    const asked = await render(document, preview);
    const failed = await ended(asked.id);
    assert.deepEqual([failed.state, failed.url, /broken\.mp4/.test(failed.error ?? '')], ['failed', null, true]);
    const again = await render(document, preview);
    assert.deepEqual([again.id, again.state], [asked.id, 'working']);
    await ended(again.id);
  });

  test('languages without a voice are told before one is chosen', async () => {
    const { languages } = (await call('GET', 'voices')).envelope.data as { languages: string[] };
    assert.deepEqual([languages.length, languages.includes('en-US'), languages.includes('fil-PH')], [27, true, false]);
  });

  test('a dubbing is spoken at once, and once for the same text', async () => {
    const text = { text: 'Fresh from the harbour.', language: 'en-US' };
    const voice = await post<Voice>('voices', text);
    const answer = await fetch(new URL(voice.url, server.address));
    assert.equal(answer.headers.get('content-type'), 'audio/wav');
    const wav = Buffer.from(await answer.arrayBuffer());
    assert.equal(wav.subarray(0, 4).toString(), 'RIFF');
    assert.ok(Math.abs(wav.length / 48_000 - voice.seconds) < 0.05 && voice.seconds > 0.5, String(voice.seconds));
    const path = (url: string) => new URL(url, server.address).pathname;
    assert.equal(path((await post<Voice>('voices', { ...text, volume: 0.5 })).url), path(voice.url));
    assert.notEqual(path((await post<Voice>('voices', { ...text, speed: 2 })).url), path(voice.url));
    assert.equal((await call('POST', 'voices', { ...text, text: 'x'.repeat(10_001) })).status, 422);
    assert.equal((await call('POST', 'voices', { ...text, text: '...' })).status, 422);
    assert.equal((await call('POST', 'voices', { ...text, language: 'xx' })).status, 422);
  });
});
