import { translate } from '#core/server/ground/messages.ts';

import { readConfiguration } from './configuration.ts';
import { failureOf, tell } from './start/failure.ts';
import { runRole } from './start/run-role.ts';
import { terminalLanguage } from './terminal-language.ts';

// start    everything on this machine: PostgreSQL, the api, a worker; with --demo also an account to try it with
// api      one api node of a larger installation
// worker   one worker of a larger installation
// migrate  brings the database up to date and ends

const [command = 'start', ...options] = process.argv.slice(2);
try {
  const configuration = readConfiguration();
  // Each command loads only what it needs.
  switch (command) {
    case 'start': {
      const { start } = await import('./start/start.ts');
      process.exit(await start(configuration, { demo: options.includes('--demo') }));
    }
    case 'api':
      await runRole(configuration, async () => (await import('./api.ts')).startApi(configuration));
      break;
    case 'worker':
      await runRole(configuration, async () => (await import('./worker.ts')).startWorker(configuration));
      break;
    case 'migrate':
      await runRole(configuration, async () => (await import('./migrate.ts')).migrateDatabase(configuration));
      break;
    default:
      console.error(translate(terminalLanguage(), 'host:start.usage'));
      process.exit(2);
  }
} catch (error) {
  const failure = failureOf(error, { dataDir: '', host: '' });
  console.error(tell(failure, terminalLanguage(), { unexpected: 'host:start.failed', log: 'stderr' }));
  process.exit(1);
}
