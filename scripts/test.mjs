import { runProgram } from './run-program.mjs';
import { setUp } from './set-up.mjs';
import { TEST_TOOLS } from './set-up-tools.mjs';

const node = await setUp(TEST_TOOLS);
await runProgram(node, ['scripts/testing/run-tests.ts', ...process.argv.slice(2)]);
