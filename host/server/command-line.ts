import { homedir } from 'node:os';
import { join } from 'node:path';

import { ExpectedError } from '#core/contract/errors.ts';
import type { CommandContext } from '#core/server/plugins/command.ts';
import { isAbortError } from '#core/server/services/media/abort-error.ts';
import { say, sayError } from '#core/server/ground/messages.ts';
import type { ServerPlugin } from '#core/server/plugins/server-plugin.ts';

import { createLocalMedia } from './local-media.ts';
import { terminalLanguage } from './terminal-language.ts';
import { createTerminal } from './terminal.ts';

/** Runs a plugin's command with the media engine and a terminal, without a server. Sets the exit code. */
export async function runCommand(plugin: string, name: string, words: readonly string[]): Promise<void> {
  const language = terminalLanguage();
  const terminal = createTerminal(process.stderr, language);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  try {
    // The name comes from our own scripts, never from outside.
    const loaded = (await import(`../../plugins/${plugin}/server/index.ts`)) as { default: ServerPlugin };
    const load = loaded.default.commands?.[name];
    if (load === undefined) {
      throw new TypeError(`plugin "${plugin}" has no command "${name}": add it to "commands" in its server/index.ts`);
    }
    const { media, providers, close } = await createLocalMedia(cacheFolder());
    const context: CommandContext = {
      arguments: words,
      media,
      providers,
      language,
      say: (key, params) => say(language, key, params),
      signal: stopping.signal,
      print: terminal.print,
      showProgress: terminal.showProgress,
      write: (data) => process.stdout.write(data),
    };
    try {
      process.exitCode = await (await load())(context);
    } finally {
      await close();
    }
  } catch (error) {
    process.exitCode = isAbortError(error) ? 130 : 1;
    if (!isAbortError(error)) {
      terminal.print(
        error instanceof ExpectedError ? sayError(language, error, 'core:internal') : String((error as Error).stack),
      );
    }
  } finally {
    terminal.end();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    process.off('SIGHUP', stop);
  }
}

/** Where the render graph's outputs are kept between commands. */
function cacheFolder(): string {
  return process.env['REELPORT_CACHE'] ?? join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'reelport');
}
