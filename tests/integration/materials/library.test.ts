import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { eq } from 'drizzle-orm';

import { materialsItems } from '#plugins/materials/server/tables.ts';
import type { Material } from '#plugins/materials/calls.ts';

import { openLibrary, someVideo, type Member } from './library-kit.ts';

interface Page<T> {
  items: T[];
  nextCursor: string | null;
  total: number;
}

const library = await openLibrary({ after });
const member = await library.join();

const list = (of: Member, query = '') => of.call<Page<Material>>('GET', `/api/materials${query}`);
const names = ({ items }: Page<Material>) => items.map(({ name }) => name);
/** Every page, as a scrolling person reads them. */
async function walk(of: Member, query: string, between?: () => Promise<unknown>): Promise<Material[]> {
  const all: Material[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const next: Page<Material> = await list(of, `?limit=3&${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    all.push(...next.items);
    cursor = next.nextCursor;
    await between?.();
  }
  return all;
}
/** Facts as if they had been measured and mixed. */
async function setFacts(of: Member, id: string, values: Partial<typeof materialsItems.$inferInsert>) {
  const { db } = library.server.composed.ctx;
  await db.scope(of.accountId).update(materialsItems, eq(materialsItems.id, id), values);
}

test('finds names by Chinese, pinyin, initials and parts, in any order of words', async () => {
  const own = await library.join();
  for (const name of ['夏季新品上市.mp4', '重庆 旅行 100%.mp4', 'Summer_Sale.MP4', '女装 lüke.mp4']) {
    await own.upload(someVideo(name), { name });
  }
  const found = async (q: string) => names(await list(own, `?q=${encodeURIComponent(q)}`)).sort();
  assert.deepEqual(await found('新品'), ['夏季新品上市.mp4']);
  assert.deepEqual(await found('xiajixin'), ['夏季新品上市.mp4']);
  assert.deepEqual(await found('XJXP'), ['夏季新品上市.mp4']);
  assert.deepEqual(await found('chongqing'), ['重庆 旅行 100%.mp4']);
  assert.deepEqual(await found('lvxing cq'), ['重庆 旅行 100%.mp4']);
  assert.deepEqual(await found('旅行 重庆'), ['重庆 旅行 100%.mp4']);
  assert.deepEqual(await found('100%'), ['重庆 旅行 100%.mp4']);
  assert.deepEqual(await found('r_s'), ['Summer_Sale.MP4']);
  assert.deepEqual(await found('sUMMER'), ['Summer_Sale.MP4']);
  assert.deepEqual(await found('nvzhuang'), ['女装 lüke.mp4']);
  assert.deepEqual(await found('lüke'), ['女装 lüke.mp4']);
  assert.deepEqual(await found('\\'), []);
  assert.equal((await found('mp4')).length, 4);
});

test('sorts by every order both ways, page by page, without repeating or losing one', async () => {
  const own = await library.join();
  const uploaded: Material[] = [];
  for (const [index, name] of ['clip 10', 'clip 2', '安静', 'Beach', '北京', 'clip 2', 'zoo', '😀'].entries()) {
    uploaded.push(await own.upload(someVideo(`${index}`, 100 + (index % 3) * 50), { name }));
  }
  for (const [index, { id }] of uploaded.entries()) {
    if (index % 2 === 0) {
      const mixedAt = new Date(Date.UTC(2026, 0, 1 + (index % 4)));
      await setFacts(own, id, { seconds: index / 3, mixCount: index % 4, mixedAt });
    }
  }
  const keys: Record<string, (material: Material) => number | string> = {
    created: ({ createdAt }) => createdAt,
    name: ({ name }) => ['安静', 'Beach', '北京', 'clip 2', 'clip 10', 'zoo', '😀'].indexOf(name),
    seconds: ({ seconds }) => seconds ?? -1,
    size: ({ size }) => size,
    mixCount: ({ mixCount }) => mixCount,
    mixedAt: ({ mixedAt }) => mixedAt ?? '',
  };
  for (const [sort, key] of Object.entries(keys)) {
    for (const descending of [true, false]) {
      const all = await walk(own, `sort=${sort}&descending=${descending}`);
      assert.equal(new Set(all.map(({ id }) => id)).size, 8, sort);
      const values = all.map(key);
      const ordered = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      assert.deepEqual(values, descending ? ordered.reverse() : ordered, `${sort} ${descending}`);
    }
  }
});

test('keeps its place while materials come and go', async () => {
  const own = await library.join();
  const first: string[] = [];
  for (let index = 0; index < 9; index += 1) {
    first.push((await own.upload(someVideo(`stay ${index}`), { name: `m ${index * 2}` })).id);
  }
  let round = 0;
  const all = await walk(own, 'sort=name&descending=false', async () => {
    await own.upload(someVideo(`new ${round}`), { name: `m ${round * 2 + 1}` });
    await own.call('POST', '/api/material-removals', { ids: [first[round]] });
    round += 1;
  });
  const seen = all.map(({ id }) => id);
  assert.equal(new Set(seen).size, seen.length, 'none twice');
  assert.deepEqual(
    first.filter((id) => !seen.includes(id)),
    [],
    'all that was there came, or had come before it went',
  );
});

test('filters by kind, state, split, use, shape and folder, and counts what is let through', async () => {
  const own = await library.join();
  const facts = [
    { width: 1080, height: 1920, state: 'ready' as const, mixCount: 2, publishCount: 1 },
    { width: 1920, height: 1080, split: 'done' as const },
    { width: 1000, height: 1010 },
  ];
  const made = await Promise.all(facts.map((_, index) => own.upload(someVideo(`f${index}`), { name: `f${index}` })));
  for (const [index, { id }] of made.entries()) await setFacts(own, id, facts[index] ?? {});
  const folder = await own.call<{ id: string }>('POST', '/api/material-folders', { name: 'in' });
  await own.call('POST', '/api/material-moves', { ids: [made[0]?.id], to: folder.id });
  const found = async (query: string) => {
    const answer = await list(own, `?sort=name&descending=false&${query}`);
    assert.equal(answer.total, answer.items.length, query);
    return names(answer).join();
  };
  assert.equal(await found('shape=portrait'), 'f0');
  assert.equal(await found('shape=landscape'), 'f1');
  assert.equal(await found('shape=square'), 'f2');
  assert.equal(await found('state=ready'), 'f0');
  assert.equal(await found('split=done'), 'f1');
  assert.equal(await found('mixed=true'), 'f0');
  assert.equal(await found('mixed=false'), 'f1,f2');
  assert.equal(await found('published=true'), 'f0');
  assert.equal(await found('published=false'), 'f1,f2');
  assert.equal(await found('kind=music'), '');
  assert.equal(await found('kind=video'), 'f0,f1,f2');
  assert.equal(await found('folder=top'), 'f1,f2');
  assert.equal(await found(`folder=${folder.id}`), 'f0');
  assert.equal(await found('folder=all'), 'f0,f1,f2');
});

test('refuses cursors that it did not write', async () => {
  await member.upload(someVideo('one'));
  const material = await member.upload(someVideo('two'));
  const cursor = (sort: string, value: string, id = material.id) =>
    [sort, Buffer.from(value).toString('base64url'), id].join('.');
  for (const [sort, wrong] of [
    ['created', 'nothing'],
    ['created', cursor('name', 'x')],
    ['created', cursor('created', '2026-99-99T00:00:00.000Z')],
    ['created', cursor('created', "'; drop table materials_items; --")],
    ['name', cursor('name', 'a\0b')],
    ['name', cursor('name', 'a', 'not-an-id')],
    ['seconds', cursor('seconds', '1e999')],
    ['size', cursor('size', '99999999999999999999')],
    ['mixCount', cursor('mixCount', '-')],
    ['mixedAt', cursor('mixedAt', 'infinity')],
  ] as const) {
    const { status } = await member.answer('GET', `/api/materials?sort=${sort}&cursor=${encodeURIComponent(wrong)}`);
    assert.equal(status, 422, `${sort} ${wrong}`);
  }
  const long = await member.upload(someVideo('long'), { name: `${'夏'.repeat(120)}${'😀'.repeat(60)}` });
  await member.upload(someVideo('long 2'), { name: `${'夏'.repeat(120)}${'😀'.repeat(60)}` });
  const all = await walk(member, 'sort=name');
  assert.ok(all.some(({ id }) => id === long.id));
  assert.equal(new Set(all.map(({ id }) => id)).size, 4);
});

test('reads several by id in their order, those in the trash too, and leaves unknown ones out', async () => {
  const own = await library.join();
  const [a, b] = [await own.upload(someVideo('ra')), await own.upload(someVideo('rb'))];
  await own.call('POST', '/api/material-removals', { ids: [b.id] });
  const unknown = '01a1fec8-d6cc-7022-9846-3b19a61bb3a7';
  const { items } = await own.call<{ items: Material[] }>('POST', '/api/material-finds', {
    ids: [b.id, unknown, a.id],
  });
  assert.deepEqual(
    items.map(({ id, deletedAt }) => [id, deletedAt === null]),
    [
      [b.id, false],
      [a.id, true],
    ],
  );
});
