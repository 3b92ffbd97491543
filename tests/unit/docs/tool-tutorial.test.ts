import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { blocksOf } from '#tests/e2e/tutorial-kit.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/plugins/voice-over/', import.meta.url));
/** What `reelport plugin new` makes, and what its tools do. */
const MADE = ['.gitignore', 'package.json', 'tsconfig.json', 'texts.d.ts'];

test('what the tutorial about tools has typed is the example, file by file', () => {
  const blocks = blocksOf(new URL('../../../docs/plugins/tutorial-tool.md', import.meta.url)).filter(
    ({ title }) => title !== '' && title !== 'terminal',
  );
  const files = globSync('**/*.*', { cwd: EXAMPLE, exclude: (name) => ['node_modules', 'dist'].includes(name) });
  assert.deepEqual(
    blocks.map(({ title }) => title).toSorted(),
    files.filter((file) => !MADE.includes(file) && !file.endsWith('.zip')).toSorted(),
  );
  for (const { title, body } of blocks) assert.equal(body, readFileSync(join(EXAMPLE, title), 'utf8'), title);
});
