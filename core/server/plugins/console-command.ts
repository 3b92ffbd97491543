import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { ServerContext } from './context.ts';

/** The context of a command of the server's console: the database of a running server, and a terminal. */
export interface ConsoleContext {
  /** The arguments after the command's name. */
  arguments: readonly string[];
  server: Pick<ServerContext, 'db' | 'accounts' | 'ledger' | 'audit' | 'settings' | 'clock' | 'keyFor' | 'publicUrl'>;
  /** The address at which browsers reach this installation, without a trailing slash. */
  address: string;
  language: 'zh' | 'en';
  /** A text in the operator's language. */
  translate(key: MessageKey, params?: MessageParams): string;
  /** Prints a line. */
  print(line: string): void;
  /** All of standard input. */
  readInput(): Promise<string>;
  /** The next line of standard input, such as the answer to a question; empty when it has ended. */
  readLine(): Promise<string>;
}

/** A command of the server's console; resolves to the exit code. */
export type ConsoleCommand = (context: ConsoleContext) => Promise<number>;
