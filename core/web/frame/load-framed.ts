import type { PluginEntry, PluginSource } from '#core/contract/plugin-index.ts';

import type { Kernel } from '../kernel/kernel.ts';
import type { LoadedCode } from '../plugins/service-grants.ts';
import { grantedCode } from '../outside/granted-services.ts';
import type { CountUse } from '../outside/narrow-events.ts';
import { explain, proveIntegrity, type CheckedFile } from '../outside/import-checked.ts';
import { checkRequires } from '../outside/load-outside.ts';
import { framedPlugin } from './framed-plugin.tsx';

export interface FramedOptions {
  kernel(): Kernel;
  /** Called when the plugin has been activated in its frame without a fault. */
  proven?(): void;
  /** Told of each use of a service that needs a grant. */
  used: CountUse;
}

/**
 * Loads the workbench's stand-in for an untrusted plugin. None of the plugin's code runs here; its files are checked
 * beforehand, since a frame could not say why it failed to load them.
 * @throws LoadFailure when the workbench lacks what the plugin was built against, or its files are not the installed
 *   ones
 */
export async function loadFramed(
  entry: PluginEntry,
  source: PluginSource,
  { kernel, proven, used }: FramedOptions,
): Promise<LoadedCode> {
  checkRequires(source);
  if (source.web !== null) await proveFile(source.web);
  return grantedCode(entry.manifest.id, framedPlugin(entry, source, kernel, proven), source, used);
}

async function proveFile(file: CheckedFile): Promise<void> {
  proveIntegrity(file);
  try {
    const answer = await fetch(file.url, { integrity: file.integrity });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    await answer.arrayBuffer();
  } catch (error) {
    throw await explain(file, error);
  }
}
