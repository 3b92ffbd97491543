import { runCommandHere } from './command-line.ts';

await runCommandHere(() => import('#plugins/mixing/server/command/mix.ts'), process.argv.slice(2));
