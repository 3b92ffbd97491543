import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';

import { openJournal } from '#plugins/mixing/server/batch/batch-journal.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import { buildFootage } from '#tests/unit/mixing/build-footage.ts';
import type { OutputRecord } from '#plugins/mixing/server/batch/output-record.ts';

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

let out: string;
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'reelport-journal-'));
  folders.push(out);
});

const journalFile = () => join(out, '.reelport', 'outputs.jsonl');

function buildRecord(index: number, changes: Partial<OutputRecord> = {}): OutputRecord {
  const file = `00${index + 1}.mp4`;
  const footage = buildFootage(3, seededRandom(index));
  return {
    ...{ index, file, title: '标题', settings: 's', sha256: 'x'.repeat(64), size: 5, seconds: 3 },
    shots: [{ group: '1', material: `${index}.mp4`, symbol: `symbol${index}`, window: { start: 0.5, end: 1.5 } }],
    parts: [{ key: `key${index}/body.ts`, frames: 30, footage }],
    audio: Uint32Array.of(1, 2, 3),
    ...changes,
  };
}

async function addVideos(count: number): Promise<OutputRecord[]> {
  const journal = await openJournal(out);
  const records = Array.from({ length: count }, (_, index) => buildRecord(index));
  for (const record of records) {
    await writeFile(join(out, record.file), 'video');
    await journal.add(record);
  }
  return records;
}

test('what was finished is there again after a new start, in order', async () => {
  const records = await addVideos(3);
  assert.deepEqual((await openJournal(out)).records, records);
});

test('a last line that was not written to its end is forgotten, and does not swallow the next one', async () => {
  const records = await addVideos(2);
  const { length } = await readFile(journalFile());
  await truncate(journalFile(), length - 20);
  const journal = await openJournal(out);
  assert.deepEqual(journal.records, records.slice(0, 1));
  await journal.add(records[1] ?? assert.fail());
  assert.deepEqual((await openJournal(out)).records, records);
});

test('lines of nonsense are passed over', async () => {
  const records = await addVideos(1);
  await appendFile(journalFile(), 'nonsense\n{}\n\u0000\u0000\n{"index":"x"}\n');
  assert.deepEqual((await openJournal(out)).records, records);
});

test('an output whose video is gone or of another size is not finished', async () => {
  const records = await addVideos(3);
  await rm(join(out, '001.mp4'));
  await writeFile(join(out, '003.mp4'), 'longer than it was');
  assert.deepEqual((await openJournal(out)).records, [records[1]]);
});

test('the plan is kept for the same settings, without what is made', async () => {
  const journal = await openJournal(out);
  const planned = [0, 1].map((index) => {
    const { shots, title } = buildRecord(index);
    return { index, shots, title };
  });
  await journal.plan('s', 1, planned);
  await writeFile(join(out, '001.mp4'), 'video');
  await journal.add(buildRecord(0));
  const again = await openJournal(out);
  assert.deepEqual(again.planned('s'), planned.slice(1));
  assert.deepEqual(again.planned('other settings'), []);
  assert.deepEqual([again.mostShared('s'), again.mostShared('other settings')], [1, null]);
  await writeFile(join(out, '.reelport', 'plan.json'), '{"settings":"s","outp');
  assert.deepEqual((await openJournal(out)).planned('s'), []);
});

test('an output that was too much like a finished one is not made again, also after a new start', async () => {
  const journal = await openJournal(out);
  const planned = [buildRecord(0), buildRecord(1)].map(({ index, shots, title }) => ({ index, shots, title }));
  const [first, second] = planned;
  assert.ok(first && second);
  await journal.plan('s', 1, planned);
  await journal.replace({ ...second, like: '001.mp4' });
  for (const each of [journal, await openJournal(out)]) {
    assert.deepEqual(each.planned('s'), [first]);
    assert.deepEqual(each.replaced('s'), [{ ...second, like: '001.mp4' }]);
    assert.deepEqual(each.replaced('other settings'), []);
  }
});

test('what an earlier start left in the folder for work is gone', async () => {
  const { work } = await openJournal(out);
  await writeFile(join(work, 'half.mp4'), 'x');
  assert.deepEqual(await readdir((await openJournal(out)).work), []);
});
