import type { MessageKey } from '#core/contract/message-keys.ts';
import type { MessageParams } from '#core/contract/errors.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { Providers } from '#core/server/services/providers/providers.ts';

/** What a command line of a plugin may use: the media engine and a terminal, no server and no database. */
export interface CommandContext {
  /** What the user typed behind the command's name. */
  arguments: readonly string[];
  media: Media;
  providers: Pick<Providers, 'speech'>;
  /** A text in the user's language. */
  say(key: MessageKey, params?: MessageParams): string;
  language: 'zh' | 'en';
  /** Fires on Ctrl-C. */
  signal: AbortSignal;
  /** Writes a line for people to standard error, so that standard output is left for data. */
  print(line: string): void;
  /** Shows progress on one line that is redrawn. */
  showProgress(label: string, done: number, secondsLeft: number | null): void;
  /** Writes data to standard output. */
  write(data: string): void;
}

/** A command; resolves to the exit code. */
export type Command = (context: CommandContext) => Promise<number>;
