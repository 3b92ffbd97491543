import type { CallData } from '#core/contract/call.ts';
import type { Level } from '#core/contract/tiers.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { explainExtension } from '#plugins/extensions/calls.ts';

export type Chain = CallData<typeof explainExtension>;

/** What is explained. */
export interface Question {
  id: string;
  level: Level;
  /** `route:/x` or `command:y`; empty for the plugin as a whole. */
  part: string;
}

/** The reasons for a plugin's state. */
export class WhyStore {
  readonly chain: LiveValue<Chain>;
  question: Question = { id: '', level: 'level0', part: '' };

  constructor(@inject(HTTP) http: Http, @inject(PLUGIN_CONTEXT) { scope }: PluginContext) {
    const explain = async (signal: AbortSignal): Promise<Chain> => {
      const { id, level, part } = this.question;
      const query = { level, ...(part === '' ? {} : { part }) };
      return await http.call(explainExtension, { params: { id }, query }, { signal, handlesErrors: true });
    };
    this.chain = new LiveValue(scope, explain, { of: () => this.question });
    observableStore(this);
  }

  /** Asks, until it is undone. */
  ask(question: Question): () => void {
    this.question = question;
    return this.chain.follow();
  }
}
