import { fileURLToPath } from 'node:url';

import { runProgram } from './run-program.mjs';
import { setUp } from './set-up.mjs';
import { SERVER_TOOLS } from './set-up-tools.mjs';

// node scripts/run.mjs [--no-tools] [--in-caller-folder] PROGRAM [ARGUMENT …]

const args = process.argv.slice(2);
/** @type {Set<string | undefined>} */
const options = new Set();
while (args[0]?.startsWith('--')) options.add(args.shift());
const [program, ...rest] = args;
if (program === undefined) throw new TypeError('run.mjs: name the program to run');

const node = await setUp(options.has('--no-tools') ? [] : SERVER_TOOLS);
// npm changes to the checkout before running a script, but paths that a user types are relative to where they are.
const cwd = options.has('--in-caller-folder') ? process.env['INIT_CWD'] : undefined;
await runProgram(
  node,
  [fileURLToPath(new URL(`../${program}`, import.meta.url)), ...rest],
  cwd === undefined ? {} : { cwd },
);
