import { ExpectedError } from '#core/contract/errors.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

const LETTERS = 500;

/** What is wrong with a service, for operators: in their words what kind of failure it is, and the service's own. */
export function problemText(error: unknown, language: MessageLanguage): string {
  if (error instanceof ExpectedError) {
    const cause = error.code === 'core:provider.failed' && error.cause instanceof Error ? error.cause.message : '';
    return `${translate(language, error.code, error.params)} ${cause}`.trim().slice(0, LETTERS);
  }
  const message = (error instanceof Error ? error.message : String(error)).slice(0, LETTERS);
  const kind = error instanceof ProviderFailure ? error.kind : 'unavailable';
  return translate(language, `providers:failure.${kind}`, { message });
}
