import { runCommand } from './command-line.ts';

await runCommand('mixing', 'mix', process.argv.slice(2));
