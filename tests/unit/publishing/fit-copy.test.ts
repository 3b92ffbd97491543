import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ChannelRules } from '#core/server/services/providers/channels.ts';
import type { KnownCopy } from '#plugins/publishing/server/posts/copies.ts';
import { fitWithCopy } from '#plugins/publishing/server/posts/fit-copy.ts';

const RULES: ChannelRules = {
  ...{ titleLetters: 10, textLetters: 300, topics: null, seconds: { least: 3, most: 60 }, bytes: 10_000_000 },
  ...{ side: null, ratio: null, left: null, audiences: ['public'], schedules: false },
};
const POST = {
  ...{ title: 'Pier', text: '', topics: [], mentions: [], product: null, audience: null },
  ...{ bytes: 5_000_000, seconds: 30, width: 1920, height: 1080 },
  ...{ type: 'video/mp4', codecs: { pictures: 'h264', sound: 'aac' } },
};
const made = { fileId: 'f', pictureId: null, bytes: 4_000_000, seconds: 59.9, width: 1920, height: 1080 };
const MADE: KnownCopy = { runId: 'r', state: 'made', error: null, made };
const codes = ({ misfits }: { misfits: { code: string }[] }) => misfits.map(({ code }) => code);

test('a video that fits needs no copy, even where there is one', () => {
  assert.deepEqual(fitWithCopy(POST, RULES, MADE), { misfits: [], fit: null, copy: null });
});

test('a copy takes the place of a video that does not fit, and leaves what words have to be changed', () => {
  const long = { ...POST, seconds: 90, title: 'Pier in the evening' };
  const without = fitWithCopy(long, RULES, undefined);
  assert.deepEqual(codes(without), ['publishing:misfit.title', 'publishing:misfit.seconds']);
  assert.deepEqual([without.fit?.seconds, without.fit?.limits.seconds, without.fit?.bytes], [59.9, 60, null]);
  const copied = fitWithCopy(long, RULES, MADE);
  assert.deepEqual(codes(copied), ['publishing:misfit.title']);
  assert.deepEqual([copied.fit, copied.copy?.state], [null, 'made']);
});

test('a copy that no longer fits is as good as none, since the account takes something else by now', () => {
  const { fit, copy } = fitWithCopy({ ...POST, seconds: 90 }, { ...RULES, seconds: { least: 3, most: 30 } }, MADE);
  assert.deepEqual([copy, fit?.seconds], [null, 29.9]);
});

test('a file or a codec that an account does not take is said by the names that people know, and a copy has others', () => {
  const rules = { ...RULES, containers: ['video/mp4'], codecs: { pictures: ['h264'], sound: ['aac'] } };
  const filmed = { ...POST, type: 'video/quicktime', codecs: { pictures: 'hevc', sound: 'pcm_s16le' } };
  const { misfits, fit } = fitWithCopy(filmed, rules, undefined);
  assert.deepEqual(
    misfits.map(({ code, params }) => [code, params['own'], params['takes']]),
    [
      ['publishing:misfit.container', 'MOV', 'MP4'],
      ['publishing:misfit.codec', 'H.265', 'H.264'],
      ['publishing:misfit.sound-codec', 'PCM_S16LE', 'AAC'],
    ],
  );
  assert.deepEqual([fit?.seconds, fit?.width], [30, 1920], 'nothing else of it changes');
  assert.equal(fitWithCopy(filmed, rules, MADE).copy?.state, 'made');
  assert.deepEqual(codes(fitWithCopy({ ...filmed, codecs: null, type: null }, rules, undefined)), []);
  assert.deepEqual(codes(fitWithCopy({ ...POST, codecs: { pictures: 'h264', sound: null } }, rules, undefined)), []);
  assert.equal(fitWithCopy(filmed, { ...rules, containers: ['video/webm'] }, undefined).fit, null);
});

test('nothing is offered that no copy could do: a longer video, or one of which nothing is known', () => {
  assert.equal(fitWithCopy({ ...POST, seconds: 2 }, RULES, undefined).fit, null);
  assert.equal(fitWithCopy({ ...POST, bytes: 20_000_000, seconds: null }, RULES, undefined).fit, null);
  assert.equal(fitWithCopy({ ...POST, bytes: 20_000_000 }, RULES, undefined).fit?.bytes, 10_000_000);
});
