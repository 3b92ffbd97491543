import type { GetService } from '../service.ts';
import { I18N } from '../i18n/i18n.ts';
import { PLUGIN_SOURCES } from '../plugins/plugin-sources.ts';
import { PLUGINS } from '../plugins/plugins.ts';
import { SESSION } from '../session/session.ts';
import { TRACE } from '../trace/trace.ts';
import type { Why } from './why.ts';

/** Creates the {@link Why} of a kernel; the code that explains is loaded with the first question. */
export function createWhy(get: GetService): Why {
  return {
    async explain(asked) {
      const { explain } = await import(/* webpackChunkName: "why" */ './explain.ts');
      return await explain(asked, {
        ...{ plugins: get(PLUGINS), session: get(SESSION), trace: get(TRACE), i18n: get(I18N) },
        sourceOf: async (entry) => await get(PLUGIN_SOURCES).of(entry),
      });
    },
  };
}
