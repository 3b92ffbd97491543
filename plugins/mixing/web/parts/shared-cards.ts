import type { CallData } from '#core/contract/call.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';
import { EVENTS } from '#core/web/events/events.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';

import { listMixCards } from '#plugins/mixing/calls.ts';
import { runChanged } from '#plugins/mixing/events.ts';

type MixCards = CallData<typeof listMixCards>;

/** Reads the projects that were worked on last. Parts of the workbench that ask at the same time share one answer. */
export function sharedCards(context: PluginContext): () => Promise<MixCards> {
  const [http, i18n, events] = [context.get(HTTP), context.get(I18N), context.get(EVENTS)];
  let asked: { language: string; answer: Promise<MixCards> } | null = null;

  return () => {
    const { language } = i18n;
    if (asked?.language === language) return asked.answer;
    const answer = http.call(listMixCards, {}, { handlesErrors: true });
    const mine = { language, answer };
    asked = mine;
    const forget = (): void => {
      if (asked === mine) asked = null;
    };
    // An answer that is under way may predate what is heard of.
    const undos = [runChanged, toolRunEnded].map((event) => events.on<unknown>(event, forget, forget));
    const done = (): void => {
      forget();
      for (const undo of undos) void undo();
    };
    answer.then(done, done);
    return answer;
  };
}
