import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createToolLog } from '#core/server/services/media/tool-log.ts';

test('only warnings and errors are kept, with the lines that belong to them', () => {
  const log = createToolLog(false);
  log.write('[info] Input #0\n[libx264 @ 0x55aa] [info] profile High\n[mov @ 0x55ab] [warn');
  log.write(
    'ing] odd edit list\nsecond line of it\n[info] bench: utime=0.297s stime=0.045s rtime=0.342s\nof the bench\n',
  );
  assert.equal(log.text(), '[mov @ 0x55ab] [warning] odd edit list\nsecond line of it');
  assert.ok(Math.abs((log.cpu() ?? 0) - 0.342) < 1e-9);
});

test('reports of filters are kept on demand', () => {
  const log = createToolLog(true);
  log.write('[Parsed_ebur128_0 @ 0x55ff] [info] Summary:\n\n  Integrated loudness:\n    I:         -14.2 LUFS\n');
  assert.match(log.text(), /^\[Parsed_ebur128_0 @ 0x55ff\] Summary:\n {2}Integrated loudness:\n {4}I: +-14\.2 LUFS$/);
});

test('only the last 64 kB stay', () => {
  const log = createToolLog(false);
  for (let line = 0; line < 5000; line += 1) log.write(`[error] line ${line} ${'x'.repeat(50)}\n`);
  assert.ok(log.text().length <= 64 * 1024);
  assert.match(log.text(), /line 4999 x+$/);
});

test('a full disk is noticed whatever its level', () => {
  const log = createToolLog(false);
  log.write('[info] av_interleaved_write_frame(): No space left on device');
  assert.equal(log.text(), '');
  assert.equal(log.diskFull, true);
});
