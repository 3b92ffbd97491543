import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { nearestName } from '#core/contract/nearest-name.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';

import type { Finding } from '../finding.ts';
import type { Sources } from '../read-sources.ts';
import { shippedIds, WORKBENCH } from '../workbench.ts';

/** Names that the manifest or the server half gives and that lead nowhere in a workbench of this version. */
export function checkPlaces(
  manifest: PluginManifest,
  { files, registered }: Pick<Sources, 'files' | 'registered'>,
): Finding[] {
  const hasServer = files.some((file) => file.startsWith('server/'));
  return [...checkSlots(manifest), ...(hasServer ? [] : checkPartners(manifest)), ...checkNames(manifest, registered)];
}

/** Slots of what ships that nobody shows; those of other plugins from outside are not known here. */
function checkSlots({ id, slots }: PluginManifest): Finding[] {
  const shown = shownSlots();
  const owners = new Set([...shippedIds(), ...shown.map((slot) => slot.split('.', 1)[0])]);
  return slots
    .filter((slot) => !shown.includes(slot) && !slot.startsWith(`${id}.`) && owners.has(slot.split('.', 1)[0] ?? ''))
    .map((slot) => {
      const nearest = nearestName(slot, shown);
      const params = { slot, known: shown.join(', '), nearest: nearest ?? '' };
      const text = nearest === undefined ? 'host:plugin-tools.slot-unknown' : 'host:plugin-tools.slot-mistyped';
      return { level: 'error', file: 'plugin.ts', text, params };
    });
}

/** What ships gives its tokens to server halves alone: in the browser a plugin from outside gets none of them. */
function checkPartners({ uses }: PluginManifest): Finding[] {
  const shipped = shippedIds();
  return uses
    .filter((used) => shipped.includes(used))
    .map((used) => ({
      level: 'warning',
      file: 'plugin.ts',
      text: 'host:plugin-tools.partner-shipped',
      params: { used },
    }));
}

/** Operations, effects and tools outside the plugin's own names, which the server would refuse at its start. */
function checkNames({ id }: PluginManifest, registered: Sources['registered']): Finding[] {
  return registered
    .filter(({ name }) => name !== undefined && !name.startsWith(`${id}.`))
    .map(({ file, line, define, name = '' }) => ({
      level: 'error',
      file,
      line,
      text: 'host:plugin-tools.name-foreign',
      params: { define, name, prefix: `${id}.` },
    }));
}

/** The slots that are declared in the checkout: in the kernel, and in what plugins offer to others. */
function shownSlots(): string[] {
  const files = globSync(['plugins/*/api.ts', 'core/web/**/*.ts'], { cwd: WORKBENCH });
  const declared = files.flatMap((file) => [
    ...readFileSync(join(WORKBENCH, file), 'utf8').matchAll(/= slot<\w+>\(\s*'([a-z][\w.-]+)'/g),
  ]);
  return declared.map(([, name = '']) => name).toSorted();
}
