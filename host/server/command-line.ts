import { homedir } from 'node:os';
import { join } from 'node:path';

import { ExpectedError } from '#core/contract/errors.ts';
import type { Command, CommandContext } from '#core/server/plugins/command.ts';
import { isAbortError } from '#core/server/services/media/abort-error.ts';
import { translate, translateError } from '#core/server/ground/messages.ts';

import { createLocalMedia } from './local-media.ts';
import { terminalLanguage } from './terminal-language.ts';
import { createTerminal } from './terminal.ts';

/** What a command runs in. */
interface CommandSurroundings {
  env: NodeJS.ProcessEnv;
  /** For data. */
  stdout: Pick<NodeJS.WriteStream, 'write'>;
  /** For people. */
  stderr: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
  /** Aborted when the command is to stop. */
  signal: AbortSignal;
}

/** Runs a plugin's command as this process: on its terminal, until it is done or a signal comes. Sets the exit code. */
export async function runCommandHere(load: LoadCommand, words: readonly string[]): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of SIGNALS) process.on(signal, stop);
  const { env, stdout, stderr } = process;
  process.exitCode = await runCommand(load, words, { env, stdout, stderr, signal: stopping.signal });
  for (const signal of SIGNALS) process.off(signal, stop);
}

/** Loads a command alone: the routes and jobs of its plugin would take longer than all else that a short one does. */
type LoadCommand = () => Promise<{ default: Command }>;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a plugin's command with the media engine and a terminal, without a server.
 * @returns the exit code
 */
export async function runCommand(
  load: LoadCommand,
  words: readonly string[],
  { env, stdout, stderr, signal }: CommandSurroundings,
): Promise<number> {
  const language = terminalLanguage(env);
  const terminal = createTerminal(stderr, language);
  try {
    const { default: command } = await load();
    const { media, providers, close } = await createLocalMedia(cacheFolder(env), command);
    const context: CommandContext = {
      arguments: words,
      media,
      providers,
      language,
      translate: (key, params) => translate(language, key, params),
      signal,
      print: terminal.print,
      showProgress: terminal.showProgress,
      write: (data) => stdout.write(data),
    };
    try {
      return await command.run(context);
    } finally {
      await close();
    }
  } catch (error) {
    if (isAbortError(error)) return 130;
    terminal.print(
      error instanceof ExpectedError
        ? translateError(language, error, 'core:internal')
        : String((error as Error).stack),
    );
    return 1;
  } finally {
    terminal.end();
  }
}

/** Where the render graph's outputs are kept between commands. */
function cacheFolder(env: NodeJS.ProcessEnv): string {
  return env['REELPORT_CACHE'] ?? join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'reelport');
}
