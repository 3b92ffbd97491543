import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import { Blob, Face } from 'harfbuzzjs';
import type { z } from 'zod';

import type { findCaptionFonts } from '#plugins/mixing/calls.ts';
import { FONTS } from '#plugins/mixing/server/fonts/find-caption-fonts.ts';
import { fontTask, type LookedAt } from '#plugins/mixing/server/fonts/font-tasks.ts';
import { sweepPreviews } from '#plugins/mixing/server/preview/sweep-previews.ts';

import { startMixSite } from './mix-site.ts';

type Found = z.output<(typeof findCaptionFonts)['data']>;

const SANS = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';

describe('the fonts of captions', { timeout: 120_000 }, async () => {
  const { server, folder } = await startMixSite({ after });
  const { ctx } = server.composed;
  const { token } = await server.signIn();

  const ask = (characters: string, font = 'Noto Sans CJK SC', by: string | undefined = token) =>
    server.call('POST', '/api/mixing/fonts', { token: by, body: { font, bold: true, characters } });
  async function find(characters: string, font?: string): Promise<Found> {
    const { envelope } = await ask(characters, font);
    assert.equal(envelope.code, 1, envelope.message);
    return envelope.data as Found;
  }
  const read = (id: string, by: string | null = token) =>
    fetch(new URL(`/api/mixing/fonts/${id}`, server.address), {
      headers: by === null ? {} : { authorization: `Bearer ${by}` },
    });
  async function stored(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of ctx.files.store.list(FONTS)) keys.push(key);
    return keys;
  }
  async function charactersOf(id: string): Promise<string> {
    const { font } = (await (await read(id)).json()) as { font: string };
    const bytes = Buffer.from(font, 'base64');
    assert.ok(bytes.length < 150_000, `${bytes.length} bytes`);
    return String.fromCodePoint(...new Face(new Blob(bytes)).collectUnicodes());
  }

  test('come in parts of the face that libass draws with, which hold what was asked for', async () => {
    const { faces, kept } = await find('夏季 sale');
    assert.equal(faces.length, 1);
    const [face] = faces;
    assert.deepEqual([face?.weight, face?.parts.length, kept], [700, 2, []]);
    const [letters = '', ideographs = ''] = await Promise.all((face?.parts ?? []).map(({ id }) => charactersOf(id)));
    assert.match(letters, /^[^夏]*A[^夏]*z/);
    assert.equal(ideographs, '夏季');
    assert.equal(face?.parts[1]?.ranges, 'U+590F, U+5B63');
  });

  test('are cut once, at an address that never changes', async () => {
    const first = await find('夏季 sale');
    const before = await stored();
    assert.deepEqual(await find('季夏 sale'), first);
    assert.deepEqual(await stored(), before);
    const answer = await read(first.faces[0]?.parts[0]?.id ?? '');
    assert.match(answer.headers.get('cache-control') ?? '', /private.*immutable/);
  });

  test('include those that a missing character is drawn with, in the order in which they are tried', async () => {
    const { faces, kept } = await find('a שלום');
    assert.equal(faces.length, 2);
    assert.deepEqual(kept, []);
    assert.match(await charactersOf(faces[1]?.parts[0]?.id ?? ''), /ש/);
    // A character that no font has is in none.
    assert.deepEqual((await find('\ue123')).faces, []);
  });

  test('go to members only, by name and never by path', async () => {
    const [part] = (await find('a')).faces[0]?.parts ?? [];
    assert.equal((await read(part?.id ?? '', null)).status, 401);
    assert.equal((await server.call('POST', '/api/mixing/fonts', { body: {} })).status, 401);
    assert.equal((await read('0'.repeat(64))).status, 404);
    assert.equal((await read('..%2f..%2fetc%2fpasswd')).status, 404);
    assert.equal((await ask('a', 'Noto\n[Fonts]')).status, 422);
    assert.equal((await ask('夏'.repeat(1001))).status, 422);
    // What is no family is drawn with the system's default, like any unknown name.
    const byPath = await find('a', '/etc/passwd');
    assert.deepEqual(byPath.faces, (await find('a', 'No such family')).faces);
  });

  test('that their makers do not let pass on are named instead', async () => {
    const font = await readFile(SANS);
    const tables = font.readUInt16BE(4);
    const record = Array.from({ length: tables }, (_, at) => 12 + at * 16).find(
      (at) => font.toString('latin1', at, at + 4) === 'OS/2',
    );
    assert.ok(record !== undefined);
    const restricted = join(folder, 'restricted.ttf');
    font.writeUInt16BE(2, font.readUInt32BE(record + 8) + 8);
    await writeFile(restricted, font);
    const faces = [restricted, SANS].map((path) => ({ path, index: 0, hash: path }));
    const looked = (await fontTask({ do: 'look', faces, characters: 'ab夏' })) as LookedAt[];
    assert.deepEqual(
      looked.map(({ mayPassOn, characters, parts }) => [mayPassOn, characters, parts.length]),
      [
        [false, 'ab', 0],
        [true, '', 0],
      ],
    );
  });

  test('are removed from the store after two weeks', async () => {
    await find('a');
    const now = ctx.clock.now;
    assert.ok((await stored()).length > 0);
    try {
      ctx.clock.now = () => new Date(Date.now() + 15 * 24 * 60 * 60 * 1000);
      await sweepPreviews(ctx);
    } finally {
      ctx.clock.now = now;
    }
    assert.deepEqual(await stored(), []);
  });
});
