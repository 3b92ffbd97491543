import { runProgram } from './run-program.mjs';
import { setUp } from './set-up.mjs';
import { SERVER_TOOLS } from './set-up-tools.mjs';

const node = await setUp(SERVER_TOOLS, { web: true });
await runProgram(node, ['host/server/main.ts', 'start', ...process.argv.slice(2)], { tether: true });
