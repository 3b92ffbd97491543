import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

import { createAccounts } from '#core/server/services/accounts/create-accounts.ts';
import { createAudit } from '#core/server/ground/audit/create-audit.ts';
import type { ConsoleContext } from '#core/server/plugins/console-command.ts';
import { connectDatabase } from '#core/server/ground/database/connect.ts';
import { connectEmbedded } from '#core/server/ground/database/embedded/embedded-postgres.ts';
import { createLog } from '#core/server/ground/log.ts';
import { translate } from '#core/server/ground/messages.ts';
import type { ServerPlugin } from '#core/server/plugins/server-plugin.ts';
import { createLedger } from '#core/server/services/ledger/create-ledger.ts';
import { createSettings } from '#core/server/services/settings/create-settings.ts';
import { keyring, loadMasterKeys } from '#core/server/services/settings/master-key.ts';
import { createSecretBox } from '#core/server/services/settings/secret-box.ts';

import type { Configuration } from './configuration.ts';
import { runningServer } from './start/data-folder-lock.ts';
import { terminalLanguage } from './terminal-language.ts';

export interface ConsoleOptions {
  plugin: string;
  command: string;
  arguments: readonly string[];
  /** URL of the server; that of the one which runs from the data folder, or else from the configuration by default. */
  address?: string;
  /** Writes a line; to standard output by default. */
  print?: (line: string) => void;
  /** Reads all input; from standard input by default. */
  readInput?: () => Promise<string>;
  /** Reads the next line of input; from standard input by default. */
  readLine?: () => Promise<string>;
}

/**
 * Runs a console command of a plugin on the database of a running server.
 * @returns the exit code
 * @throws expected `core:database.not-running`, and the command's own errors
 */
export async function runConsoleCommand(configuration: Configuration, options: ConsoleOptions): Promise<number> {
  const { publicUrl, host, port, dataDir } = configuration;
  const language = terminalLanguage();
  // The name comes from our own scripts, never from outside.
  const loaded = (await import(`../../plugins/${options.plugin}/server/index.ts`)) as { default: ServerPlugin };
  const load = loaded.default.consoleCommands?.[options.command];
  if (load === undefined) {
    throw new TypeError(
      `plugin "${options.plugin}" has no console command "${options.command}": add it to "consoleCommands" in its server/index.ts`,
    );
  }
  // It may have been started with other settings than this console.
  const running = options.address ?? (await runningServer(dataDir))?.address ?? undefined;
  return await withConsole(configuration, async (server) => {
    const command = await load();
    return await command({
      arguments: options.arguments,
      server,
      address: publicUrl ?? running ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
      language,
      translate: (key, params) => translate(language, key, params),
      print: options.print ?? ((line) => console.log(line)),
      readInput: options.readInput ?? (() => text(process.stdin)),
      readLine: options.readLine ?? readLine,
    });
  });
}

/**
 * Runs `work` with the database of a running server and the other services of a console.
 * @throws expected `core:database.not-running`
 */
export async function withConsole<T>(
  { dataDir, databaseUrl, publicUrl, secretKey }: Configuration,
  work: (server: ConsoleContext['server']) => Promise<T>,
): Promise<T> {
  const log = createLog({ level: 'error', name: 'console' });
  const db = await connectDatabase({
    connectionString: databaseUrl ?? (await connectEmbedded(dataDir)),
    log,
    poolSize: 2,
  });
  try {
    const masters = await loadMasterKeys({ dataDir, environment: { REELPORT_SECRET_KEY: secretKey } });
    const clock = { now: () => new Date() };
    const audit = createAudit({ clock });
    return await work({
      ...{ db, audit, clock, publicUrl },
      accounts: createAccounts({ db, clock }),
      ledger: createLedger({ clock }),
      settings: createSettings({ db, box: createSecretBox(masters), audit, log }),
      keyFor: keyring(masters[0]),
    });
  } finally {
    await db.close();
  }
}

/** The next line of standard input; empty when it has ended. */
export async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return '';
}
