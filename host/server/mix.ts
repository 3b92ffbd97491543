import { runCommandHere } from './command-line.ts';

await runCommandHere('mixing', 'mix', process.argv.slice(2));
