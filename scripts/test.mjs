import { runProgram } from './run-program.mjs';
import { setUp } from './set-up.mjs';
import { ALL_BROWSERS_TOOLS, TEST_TOOLS } from './set-up-tools.mjs';

const node = await setUp(process.argv.includes('--all-browsers') ? [...TEST_TOOLS, ...ALL_BROWSERS_TOOLS] : TEST_TOOLS);
await runProgram(node, ['scripts/testing/run-tests.ts', ...process.argv.slice(2)]);
