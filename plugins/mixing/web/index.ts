import { defineWeb } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import { FIRST_STEPS, WORKBENCH_CARDS, WORKBENCH_JOBS } from '#plugins/workbench/api.ts';

import { cancelMixRun, listMixCards } from '../calls.ts';
import { cardOf } from './card-of.ts';

/** Of the mixing itself there is no page yet: it adds to the workbench. */
export default defineWeb({
  activate(context) {
    const http = context.get(HTTP);
    context.contribute(WORKBENCH_CARDS, {
      topics: ['mixing.run'],
      async load(signal) {
        const { items } = await http.call(listMixCards, {}, { signal, handlesErrors: true });
        return items.map(cardOf);
      },
    });
    context.contribute(FIRST_STEPS, {
      id: 'mixing.run',
      order: 30,
      title: 'mixing:step.run',
      text: 'mixing:step.run-text',
      to: '/mixedCut/create',
      async isDone(signal) {
        return (await http.call(listMixCards, { query: { limit: 1 } }, { signal, handlesErrors: true })).made;
      },
    });
    context.contribute(WORKBENCH_JOBS, {
      stages: {
        'mixing.plan-run': 'mixing:job.plan-run',
        'mixing.render-output': 'mixing:job.render-output',
        'mixing.certify-run': 'mixing:job.certify-run',
      },
      async cancel(runId, signal) {
        await http.call(cancelMixRun, { params: { id: runId } }, { signal, handlesErrors: true });
      },
      // A run that has failed goes on only as a new one.
      mayRetry: false,
    });
  },
});
