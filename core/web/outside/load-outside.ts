import type { PluginSource } from '#core/contract/plugin-index.ts';
import { unmetRequirements, type UnmetRequirement } from '#core/contract/requires.ts';
import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';

import type { WebPlugin } from '../define-web.ts';
import type { LoadedCode } from '../plugins/outside-half.ts';
import { LoadFailure } from '../plugins/load-failure.ts';
import type { Undo } from '../scope.ts';
import { grantedHalf } from './granted-half.ts';
import {
  BROWSER,
  explain,
  importChecked,
  proveIntegrity,
  settled,
  type CheckedFile,
  type ModuleLoader,
} from './import-checked.ts';
import { shareModules } from './shared-modules.ts';

/**
 * Loads the browser half of a plugin from outside, and says what it may have.
 * @throws LoadFailure before any code of it runs; what the code throws while it is imported
 */
export async function loadOutside(plugin: string, source: PluginSource): Promise<LoadedCode> {
  return { default: await importOutside(source), outside: grantedHalf(plugin, source) };
}

/**
 * The browser half alone, checked before any of it runs: what it was built against is here, and its files are those
 * that were installed. Its styles come before its first page and go with it.
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

/** Whether what a plugin was built against is here. @throws LoadFailure that names what is not */
export function checkRequires({ requires }: PluginSource): void {
  const unmet = unmetRequirements(requires, SDK_SURFACE);
  if (unmet.length > 0) throw new LoadFailure('requires', `this workbench lacks ${unmet.map(tell).join('; ')}`);
}

/**
 * Fetches what the plugin shares before its module asks for it: a module whose import fails while it runs stays failed
 * as long as the page lives, this can be done again.
 */
async function shareAhead({ exports, packages }: PluginSource['requires']): Promise<void> {
  const share = shareModules();
  const names = [...(exports.length > 0 ? ['@reelport/core'] : []), ...Object.keys(packages)];
  try {
    await Promise.all(names.map(share));
  } catch (cause) {
    throw new LoadFailure('import', 'what the workbench shares with plugins could not be fetched', {
      isPassing: true,
      cause,
    });
  }
}

function tell({ kind, name, wanted, found }: UnmetRequirement): string {
  if (kind !== 'package') return `${kind} ${name}`;
  return found === undefined ? `package ${name} ${wanted ?? ''}` : `package ${name} ${wanted ?? ''} (it has ${found})`;
}

/**
 * Puts a plugin's styles into the page, checked against their hash.
 * @returns takes them out again
 * @throws LoadFailure when they are not what was installed, or did not come
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
