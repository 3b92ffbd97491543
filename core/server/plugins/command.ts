import type { MessageKey } from '#core/contract/message-keys.ts';
import type { MessageParams } from '#core/contract/errors.ts';
import type { Effect } from '#core/server/services/media/effect.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { Operation } from '#core/server/services/media/operation.ts';
import type { Providers } from '#core/server/services/providers/providers.ts';

/** The context of a plugin's command: the media engine and a terminal, without server and database. */
export interface CommandContext {
  /** The arguments after the command's name. */
  arguments: readonly string[];
  media: Media;
  providers: Pick<Providers, 'use' | 'inOrder'>;
  /** A text in the user's language. */
  translate(key: MessageKey, params?: MessageParams): string;
  language: 'zh' | 'en';
  /** Aborted on Ctrl-C. */
  signal: AbortSignal;
  /** Prints a line for users to standard error, so that standard output is left for data. */
  print(line: string): void;
  /** Shows progress on one line that is redrawn. */
  showProgress(label: string, done: number, secondsLeft: number | null): void;
  /** Writes data to standard output. */
  write(data: string): void;
}

/** A command, the default export of its module, with what it brings to the media engine that it runs with. */
export interface Command {
  /** Resolves to the exit code. */
  run(context: CommandContext): Promise<number>;
  operations?: readonly Operation[];
  effects?: readonly Effect[];
}
