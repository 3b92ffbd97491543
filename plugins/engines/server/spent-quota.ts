import { isAnswered } from '#core/server/services/providers/ask-service.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

/** "The quota is used up": a status of DeepL's own. */
const SPENT = 456;

/** What failed, where it means that there is no money left: OpenAI says so by a status that else means "too fast". */
export function orSpent(error: unknown, host: string): unknown {
  const isSpent =
    isAnswered(error, 402, SPENT) ||
    (isAnswered(error, 429) && /insufficient_quota|exceeded your current quota/.test(String(error)));
  return isSpent ? new ProviderFailure('limited', `${host}: the quota is used up`, { cause: error }) : error;
}
