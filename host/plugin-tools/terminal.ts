import { ExpectedError, type MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import { placeOf, RefusedPlugin, type Finding } from './finding.ts';

/** Where a command prints its progress. */
export interface ToolTerminal {
  language: MessageLanguage;
  /** Prints one sentence. */
  tell(key: MessageKey, params?: MessageParams): void;
  /** Prints one line per finding: its location, and what to do. */
  list(findings: readonly Finding[]): void;
  /** Prints why something did not work. */
  fault(error: unknown): void;
}

/** A terminal that prints in one language. */
export function toolTerminal(language: MessageLanguage): ToolTerminal {
  const list = (findings: readonly Finding[]): void => {
    for (const finding of findings) {
      const mark = finding.level === 'error' ? '✖' : '⚠';
      console.log(`${mark} ${placeOf(finding)} ${translate(language, finding.text, finding.params)}`);
    }
  };
  return {
    language,
    list,
    tell: (key, params) => console.log(translate(language, key, params)),
    fault(error) {
      if (error instanceof RefusedPlugin) list(error.findings);
      else if (error instanceof ExpectedError) console.error(`✖ ${translate(language, error.code, error.params)}`);
      else console.error(error instanceof Error ? error.stack : error);
    },
  };
}
