import { translate } from '#core/server/ground/messages.ts';

import { readConfiguration } from './configuration.ts';
import { readLine, runConsoleCommand } from './console.ts';
import { runPluginCommand } from './outside-plugins/plugin-command.ts';
import { failureOf, tell } from './start/failure.ts';
import { terminalLanguage } from './terminal-language.ts';

// npm run operator -- COMMAND: commands for the person with access to the server machine only.

try {
  const words = process.argv.slice(2);
  const configuration = readConfiguration();
  if (words[0] === 'plugin') {
    const language = terminalLanguage();
    process.exitCode = await runPluginCommand(configuration, words.slice(1), {
      ...{ language, readLine },
      translate: (key, params) => translate(language, key, params),
      print: (line) => console.log(line),
    });
  } else if (words[0] === 'ledger' || words[0] === 'prices' || words[0] === 'orders') {
    process.exitCode = await runConsoleCommand(configuration, {
      ...{ plugin: 'membership', command: words[0], arguments: words.slice(1) },
    });
  } else {
    process.exitCode = await runConsoleCommand(configuration, {
      ...{ plugin: 'account', command: 'operator', arguments: words },
    });
  }
} catch (error) {
  const failure = failureOf(error, { dataDir: '', host: '' });
  console.error(tell(failure, terminalLanguage(), { unexpected: 'host:console.failed', log: 'stderr' }));
  process.exitCode = 1;
}
