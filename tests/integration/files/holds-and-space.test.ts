import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';

import { eq } from 'drizzle-orm';

import { createAccounts } from '#core/server/services/accounts/create-accounts.ts';
import { checkLedger } from '#core/server/services/ledger/check-ledger.ts';
import { createLedger } from '#core/server/services/ledger/create-ledger.ts';
import { eraseAccount } from '#plugins/account/server/accounts/erase-account.ts';
import { createAccountFiles, type AccountFiles } from '#core/server/services/files/account-files.ts';
import { createDiskStore } from '#core/server/services/files/disk-store.ts';
import { blobKey, type FileRecord } from '#core/server/services/files/files.ts';
import { coreFileHolds, coreFiles } from '#core/server/services/files/tables.ts';
import { buildAccount } from '#core/server/testing/build-account.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';

const db = await testDatabase({ after });
const MP4_HEAD = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
const KIB = 1024;

let folder: string;
let files: AccountFiles;
let account: string;
/** What each account may fill; everything when it is not here. */
const capacities = new Map<string, number>();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelport-space-'));
  const store = await createDiskStore({ folder: join(folder, 'store'), secret: randomBytes(32) });
  const capacity = async (_tx: unknown, accountId: string) => capacities.get(accountId) ?? null;
  files = createAccountFiles({ db, store, temporaryFolder: join(folder, 'copies'), capacity });
  account = (await buildAccount(db)).id;
});
after(() => rm(folder, { recursive: true, force: true }));

const bytesOf = (size = KIB): Buffer => Buffer.concat([MP4_HEAD, randomBytes(size - MP4_HEAD.length)]);
function add(bytes = bytesOf(), options: { to?: string; withinSpace?: boolean } = {}): Promise<FileRecord> {
  const { to = account, withinSpace } = options;
  return files.add(to, Readable.from([bytes]), { name: 'a.mp4', maxSize: 1e7, withinSpace });
}
async function addLocal(bytes: Buffer, options: { to: string; derived?: boolean; withinSpace?: boolean }) {
  const path = join(folder, randomUUID());
  await writeFile(path, bytes);
  const { to, ...rest } = options;
  return db.transaction((tx) => files.addLocal(tx, to, path, { name: 'made.mp4', type: 'video/mp4', ...rest }));
}
const inUse = { code: 'core:file-in-use', kind: 'conflict' };
const full = { code: 'core:space-full', kind: 'too-large' };

test('a held file cannot be removed until everybody has let go of it', async () => {
  const file = await add();
  const nothing = randomUUID();
  await db.transaction(async (tx) => {
    assert.deepEqual(await files.hold(tx, account, [file.id, nothing, 'no id', file.id], 'run 1'), [file.id]);
    await files.hold(tx, account, [file.id], 'run 1');
    await files.hold(tx, account, [file.id], 'run 2');
  });
  await assert.rejects(files.remove(account, file.id), inUse);
  await db.transaction((tx) => files.release(tx, account, 'run 1'));
  assert.deepEqual([...(await files.held(db, account, [file.id]))], [file.id]);
  await assert.rejects(
    db.transaction((tx) => files.forget(tx, account, [file.id])),
    inUse,
  );
  await db.transaction((tx) => files.release(tx, account, 'run 2'));
  await files.remove(account, file.id);
  assert.equal(await files.store.stat(blobKey(file.hash)), undefined);
});

test('nobody holds, sees or lets go of another account’s files', async () => {
  const stranger = (await buildAccount(db)).id;
  const file = await add();
  assert.deepEqual(await files.hold(db, stranger, [file.id], 'run'), []);
  await files.hold(db, account, [file.id], 'run');
  await files.release(db, stranger, 'run');
  assert.deepEqual(await files.held(db, stranger, [file.id]), new Set());
  assert.deepEqual(await files.held(db, account, [file.id]), new Set([file.id]));
});

test('of a hold and a removal at the same time one wins', async () => {
  for (let round = 0; round < 8; round += 1) {
    const file = await add();
    const [held, removed] = await Promise.allSettled([
      db.transaction((tx) => files.hold(tx, account, [file.id], 'race')),
      files.remove(account, file.id),
    ]);
    assert.equal(held.status, 'fulfilled');
    const isHeld = held.status === 'fulfilled' && held.value.length === 1;
    assert.equal(removed.status, isHeld ? 'rejected' : 'fulfilled');
    const rows = await db.orm.select().from(coreFiles).where(eq(coreFiles.id, file.id));
    assert.equal(rows.length, isHeld ? 1 : 0);
  }
});

test('the same bytes take space once, what was made of them takes none', async () => {
  const own = (await buildAccount(db)).id;
  capacities.set(own, 10 * KIB);
  const bytes = bytesOf(3 * KIB);
  const file = await add(bytes, { to: own });
  await add(bytes, { to: own });
  await db.transaction((tx) => files.copy(tx, file, { name: 'copy.mp4' }));
  await addLocal(bytesOf(5 * KIB), { to: own, derived: true });
  assert.deepEqual(await files.space(own), { used: 3 * KIB, total: 10 * KIB });
  const poster = bytesOf(2 * KIB);
  await addLocal(poster, { to: own, derived: true });
  await addLocal(poster, { to: own });
  assert.equal((await files.space(own)).used, 5 * KIB, 'bytes that are counted once are counted');
  assert.deepEqual(await files.space((await buildAccount(db)).id), { used: 0, total: null });
});

test('what does not fit is refused in words, and what the account has already fits always', async () => {
  const own = (await buildAccount(db)).id;
  capacities.set(own, 4 * KIB);
  const bytes = bytesOf(3 * KIB);
  await add(bytes, { to: own, withinSpace: true });
  const params = { used: '3 KB', total: '4 KB', needed: '2 KB' };
  await assert.rejects(files.assertSpace(own, 2 * KIB), { ...full, params });
  await assert.rejects(add(bytesOf(2 * KIB), { to: own, withinSpace: true }), { ...full, params });
  await assert.rejects(addLocal(bytesOf(2 * KIB), { to: own, withinSpace: true }), full);
  await add(bytes, { to: own, withinSpace: true });
  await add(bytesOf(KIB), { to: own, withinSpace: true });
  await add(bytesOf(2 * KIB), { to: own });
  assert.equal((await files.space(own)).used, 6 * KIB, 'nobody asked for the limit');
  const recorded = await db.scope(own).select(coreFiles);
  assert.equal(recorded.length, 4, 'refused files leave nothing');
});

test('files that come at the same moment do not fill more than there is', async () => {
  const own = (await buildAccount(db)).id;
  capacities.set(own, 5 * KIB);
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, () => add(bytesOf(KIB), { to: own, withinSpace: true })),
  );
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 5);
  assert.equal((await files.space(own)).used, 5 * KIB);
  for (const result of results) {
    if (result.status === 'rejected') assert.equal((result.reason as { code: string }).code, full.code);
  }
});

test('a main account and its sub-accounts have one space, which fills once for the same bytes', async () => {
  const own = (await buildAccount(db)).id;
  const accounts = createAccounts({ db, clock: { now: () => new Date() } });
  const sub = async (): Promise<string> => (await accounts.create(db, { name: 'Sub', parentId: own })).id;
  const [first, second] = [await sub(), await sub()];
  capacities.set(own, 5 * KIB);
  const bytes = bytesOf(2 * KIB);
  await add(bytes, { to: own, withinSpace: true });
  await add(bytes, { to: first, withinSpace: true });
  await add(bytesOf(KIB), { to: second, withinSpace: true });
  await add(bytesOf(4 * KIB), { to: (await buildAccount(db)).id });
  for (const id of [own, first, second]) assert.deepEqual(await files.space(id), { used: 3 * KIB, total: 5 * KIB });
  await assert.rejects(add(bytesOf(3 * KIB), { to: first, withinSpace: true }), full);

  const results = await Promise.allSettled(
    [own, first, second, first, second, own].map((to) => add(bytesOf(KIB), { to, withinSpace: true })),
  );
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2, 'as many as there was room for');
  for (const id of [own, first, second]) assert.equal((await files.space(id)).used, 5 * KIB);
  await add(bytes, { to: second, withinSpace: true });
});

test('an account is erased although its files are held', async () => {
  const own = (await buildAccount(db)).id;
  const file = await add(bytesOf(), { to: own });
  await files.hold(db, own, [file.id], 'run');
  await eraseAccount({ db, files }, own, (erase) => db.transaction(erase));
  assert.deepEqual(await db.scope(own).select(coreFiles), []);
  assert.deepEqual(await db.scope(own).select(coreFileHolds), []);
  assert.equal(await files.store.stat(blobKey(file.hash)), undefined);
});

test('what an erased account was given and has spent stays in the ledger', async () => {
  const accountId = (await buildAccount(db)).id;
  const ledger = createLedger({ clock: { now: () => new Date() } });
  await ledger.issue(db, { accountId, kind: 'grant', unit: 'mixes', amount: 10, key: 'given', facts: {} });
  const hold = { accountId, unit: 'mixes', amount: 4, key: 'run', job: 'test:run', facts: {} } as const;
  await ledger.hold(db, hold);
  await eraseAccount({ db, files }, accountId, (erase) => db.transaction(erase));
  assert.deepEqual(await ledger.balances(db, accountId), [{ unit: 'mixes', available: 6, held: 4 }]);
  assert.deepEqual((await checkLedger(db)).faults, []);
});
