import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Call } from '#core/contract/call.ts';

import { FACES, PLUGIN_FACES } from '../../scripts/sdk-faces.ts';
import type { SourceImport, Sources } from './read-sources.ts';
import { WORKBENCH } from './workbench.ts';

/** A call of the workbench that a plugin imports from where it is declared. */
export interface ImportedCall extends Pick<SourceImport, 'file' | 'line'> {
  /** The name that it is imported by. */
  name: string;
  call: Call;
}

const OFFERING: readonly string[] = ['@reelport/core/contract', ...PLUGIN_FACES];

/** The calls that a plugin’s browser half, and what it shares with the server, import; `plugin.ts` only asks for some. */
export async function importedCalls({ imports }: Pick<Sources, 'imports'>): Promise<ImportedCall[]> {
  const found: ImportedCall[] = [];
  for (const { file, line, specifier, names } of imports) {
    if (!OFFERING.includes(specifier) || file === 'plugin.ts' || file.startsWith('server/')) continue;
    const offered = (await import(pathToFileURL(join(WORKBENCH, FACES[specifier] ?? '')).href)) as Record<
      string,
      unknown
    >;
    for (const name of names) {
      const value = offered[name];
      if (isCall(value)) found.push({ file, line, name, call: value });
    }
  }
  return found;
}

/** Whether a value was made by `defineCall`. */
export function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'data' in value;
}
