import { readConfiguration } from './configuration.ts';
import { runConsoleCommand } from './console.ts';
import { failureOf, tell } from './start/failure.ts';
import { terminalLanguage } from './terminal-language.ts';

// npm run operator -- COMMAND: what only whoever sits at the server may do.

try {
  const words = process.argv.slice(2);
  process.exitCode = await runConsoleCommand(readConfiguration(), {
    ...{ plugin: 'account', command: 'operator', arguments: words },
  });
} catch (error) {
  const failure = failureOf(error, { dataDir: '', host: '' });
  console.error(tell(failure, terminalLanguage(), { unexpected: 'host:console.failed', log: 'stderr' }));
  process.exitCode = 1;
}
