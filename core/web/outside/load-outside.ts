import type { PluginSource } from '#core/contract/plugin-index.ts';
import { unmetRequirements, unmetWords } from '#core/contract/requires.ts';
import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import { moduleOfExport, offeringPlugin } from '#core/contract/shared-packages.ts';

import type { WebPlugin } from '../define-web.ts';
import type { LoadedCode } from '../plugins/service-grants.ts';
import { LoadFailure } from '../plugins/load-failure.ts';
import type { Undo } from '../scope.ts';
import { grantedCode } from './granted-services.ts';
import {
  BROWSER,
  explain,
  importChecked,
  proveIntegrity,
  settled,
  type CheckedFile,
  type ModuleLoader,
} from './import-checked.ts';
import type { CountUse } from './narrow-events.ts';
import { shareModules } from './shared-modules.ts';

/**
 * Loads the browser half of an external plugin, and determines what it may use.
 * @param used is told of each use of a service that needs a grant
 * @throws LoadFailure before any of its code runs; whatever its code throws during the import
 */
export async function loadOutside(plugin: string, source: PluginSource, used: CountUse): Promise<LoadedCode> {
  return grantedCode(plugin, await importOutside(source), source, used);
}

/**
 * Loads the browser half alone. Before any of it runs, its requirements and the hashes of its files are checked. Its
 * styles are attached before its first page, and removed with it.
 * @throws LoadFailure
 */
export async function importOutside(source: PluginSource, loader: ModuleLoader = BROWSER): Promise<WebPlugin> {
  const { web, styles, requires } = source;
  checkRequires(source);
  if (web === null) return {};
  await shareAhead(requires);
  const { default: plugin } = (await importChecked(web, loader)) as { default: WebPlugin };
  if (styles === null || typeof plugin !== 'object' || plugin === null) return plugin;
  return Object.freeze<WebPlugin>({
    ...plugin,
    async activate(context) {
      context.own(await attachStyles(styles));
      await plugin.activate?.(context);
    },
  });
}

/** Checks that everything the plugin was built against is available. @throws LoadFailure naming what is missing */
export function checkRequires({ requires }: PluginSource): void {
  const unmet = unmetRequirements(requires, SDK_SURFACE);
  if (unmet.length > 0) throw new LoadFailure('requires', `this workbench lacks ${unmet.map(unmetWords).join('; ')}`);
}

/**
 * Fetches the shared packages and parts before the plugin's module imports them: a failed fetch can be repeated, but a module
 * whose import fails while it is evaluated stays failed for the life of the page.
 */
async function shareAhead({ exports, packages }: PluginSource['requires']): Promise<void> {
  const share = shareModules();
  // Of what a plugin of the product offers, types alone may be used: then nothing of it is imported.
  const shared = Object.keys(packages).filter((name) => offeringPlugin(name) === undefined);
  const names = new Set([...exports.map(moduleOfExport), ...shared]);
  try {
    await Promise.all([...names].map(share));
  } catch (cause) {
    throw new LoadFailure('import', 'what the workbench shares with plugins could not be fetched', {
      isPassing: true,
      cause,
    });
  }
}

/**
 * Attaches a plugin's style sheet, checked against its hash.
 * @returns removes it
 * @throws LoadFailure when it did not arrive or does not match the hash
 */
async function attachStyles(styles: CheckedFile): Promise<Undo> {
  proveIntegrity(styles);
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: styles.url, integrity: styles.integrity, crossOrigin: 'anonymous' });
  try {
    await settled(link);
  } catch (error) {
    throw await explain(styles, error);
  }
  return () => link.remove();
}
