import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

import { drawTexts } from '#tests/fixtures/eye/drawn-text.ts';
import { startToolKit } from '#tests/tools/tool-kit.ts';

const [WIDTH, HEIGHT] = [640, 360];
const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
const MOSAIC = { kind: 'mosaic' };
const BOX = { kind: 'box', keys: [{ time: 0, box: { x: 0, y: 0, width: 0.5, height: 0.5 } }] };

/** The pixels of a line of a frame that are as bright as white text. */
function bright(path: string, seconds: number, row: number): number {
  const args = ['-v', 'error', '-ss', String(seconds), '-i', path, '-frames:v', '1'];
  const line = `crop=${WIDTH}:2:0:${row},format=gray`;
  return execFileSync('ffmpeg', [...args, '-vf', line, '-f', 'rawvideo', '-']).filter((value) => value > 225).length;
}

test('in many videos text is covered where each has its own, and one without any stays as it is', async (t) => {
  const kit = await startToolKit(t, { tool: 'mask.cover' });
  const draw = async (name: string, y: number) => {
    const path = join(kit.folder, name);
    const text = { from: 1, to: 3, text: 'SUMMER SALE TODAY', y, size: 40 };
    await drawTexts(path, { width: WIDTH, height: HEIGHT, seconds: 4, texts: [text] });
    return { path, row: y - 20, id: await kit.adopt(path) };
  };
  const videos = [await draw('low.mp4', 330), await draw('high.mp4', 90)];
  const bare = await kit.clip('bare.mp4', '160x90', { seconds: 2, options: ['-vf', 'boxblur=20'] });
  const { run, items } = await kit.run([...videos.map(({ id }) => id), bare], {
    ...{
      masks: [{ look: { kind: 'solid', colour: '#000000' }, place: { kind: 'text', area: WHOLE } }],
      language: 'en',
    },
  });
  assert.deepEqual([run.state, run.made, run.failed], ['done', 2, 0], JSON.stringify(items));
  for (const { path, row, id } of videos) {
    const item = items.find(({ sources }) => sources[0] === id);
    assert.ok(item !== undefined);
    const made = await kit.download(item);
    assert.ok(bright(path, 2, row) > 40, 'the text is there');
    assert.equal(bright(made, 2, row), 0, `${path}: the text is covered`);
    const { changed, last } = item.facts as { changed: number; last: number };
    assert.ok(changed >= 60 && changed <= 76 && last === 120, `${changed} of ${last} frames`);
  }
  const left = items.find(({ sources }) => sources[0] === bare);
  assert.equal(left?.state, 'given-up');
});

test('each video is covered as was asked for all of them, or for that one, and is linked to it in the library', async (t) => {
  const kit = await startToolKit(t, { tool: 'mask.cover' });
  const [one, other] = [await kit.clip('one.mp4', '320x180'), await kit.clip('other.mp4', '180x320')];
  const { run, items } = await kit.run([one, other], {
    masks: [{ look: MOSAIC, place: BOX, from: 1, to: 2 }],
    own: { [other]: { masks: [{ look: MOSAIC, place: BOX }] } },
  });
  assert.deepEqual([run.state, run.made], ['done', 2], JSON.stringify(items));
  const facts = items.map((item) => item.facts as { changed: number; copied: number; picturesEncoded: string | null });
  assert.deepEqual(
    facts.map(({ changed, picturesEncoded }) => [changed, picturesEncoded]),
    [
      [30, null],
      [150, 'no-key-frame'],
    ],
  );
  assert.ok((facts[0]?.copied ?? 0) >= 115);
  const [first = ''] = await kit.keep(run);
  assert.deepEqual(await kit.sourcesOf(first), [one]);
});

test('a mask after the end of its video, and a picture that is gone, are told beside the video', async (t) => {
  const kit = await startToolKit(t, { tool: 'mask.cover' });
  const [late, gone] = [
    await kit.clip('late.mp4', '160x90', { seconds: 2 }),
    await kit.clip('gone.mp4', '160x90', { seconds: 3 }),
  ];
  const image = '01890000-0000-7000-8000-000000000001';
  const { run, items } = await kit.run([late, gone], {
    masks: [{ look: MOSAIC, place: BOX, from: 60 }],
    own: { [gone]: { masks: [{ look: { kind: 'picture', image }, place: BOX }] } },
  });
  assert.deepEqual([run.made, run.failed], [0, 2]);
  const why = (id: string) => items.find(({ sources }) => sources[0] === id)?.error ?? '';
  assert.match(why(late), /end of this video/);
  assert.match(why(gone), /no longer in the library/);
});
