import type { PluginEntry } from '#core/contract/plugin-index.ts';
import { HTTP } from '#core/web/http/http.ts';
import type { Kernel } from '#core/web/kernel/kernel.ts';
import type { LoadedCode } from '#core/web/plugins/service-grants.ts';
import { PLUGIN_SOURCES } from '#core/web/plugins/plugin-sources.ts';
import type { PluginReports } from '#core/web/outside/report-plugins.ts';
import type { OutsideReports } from '#core/web/plugins/create-plugins.ts';
import { LoadFailure } from '#core/web/plugins/load-failure.ts';
import { SESSION } from '#core/web/session/session.ts';

/** How the page handles external plugins; the code for it is loaded with the first one. */
export interface Outside {
  loadCode(entry: PluginEntry): Promise<LoadedCode>;
  readonly reports: OutsideReports;
}

/** Creates the {@link Outside} of a page. @param kernel returns the kernel once it exists */
export function createOutside(kernel: () => Kernel): Outside {
  let reports: PluginReports | undefined;

  async function loadCode(entry: PluginEntry): Promise<LoadedCode> {
    const { createPluginReports, loadOutside } = await import(
      /* webpackChunkName: "outside" */ '#core/web/outside/outside.ts'
    );
    const telling = (reports ??= createPluginReports({
      http: () => kernel().get(HTTP),
      token: () => kernel().get(SESSION).token,
    }));
    const source = await kernel().get(PLUGIN_SOURCES).of(entry);
    const { id } = entry.manifest;
    const used = (token: string): void => telling.used(id, token);
    if (!source.untrusted) return await loadOutside(id, source, used);
    const { loadFramed } = await import(/* webpackChunkName: "framed" */ '#core/web/frame/load-framed.ts');
    return await loadFramed(entry, source, { kernel, proven: () => telling.proven(entry), used });
  }

  return {
    async loadCode(entry) {
      try {
        return await loadCode(entry);
      } catch (cause) {
        // A chunk of the product that failed to load says nothing about the plugin.
        if (!(cause instanceof Error) || cause.name !== 'ChunkLoadError') throw cause;
        throw new LoadFailure('import', 'what plugins from outside need could not be fetched', {
          isPassing: true,
          cause,
        });
      }
    },
    reports: {
      // A fault from before the chunk was loaded cannot come from an external plugin.
      fault: (entry, phase, error) => reports?.fault(entry, phase, error),
      active(entry) {
        // A framed plugin has not run any code at this point.
        if (entry.source?.untrusted !== true) reports?.proven(entry);
      },
    },
  };
}
