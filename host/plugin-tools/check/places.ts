import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { nearestName } from '#core/contract/nearest-name.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';

import type { Finding } from '../finding.ts';
import type { Sources } from '../read-sources.ts';
import { shippedIds, WORKBENCH } from '../workbench.ts';

/** Names that the manifest or a half gives and that lead nowhere in a workbench of this version. */
export function checkPlaces(
  manifest: PluginManifest,
  { files, imports, registered }: Pick<Sources, 'files' | 'imports' | 'registered'>,
): Finding[] {
  const hasServer = files.some((file) => file.startsWith('server/'));
  const { slots, subscriptions, hooks } = manifest;
  return [
    ...checkNamed('slot', manifest, slots, declaredSlots()),
    ...checkNamed('topic', manifest, subscriptions, declaredTopics()),
    ...checkNamed('hook', manifest, hooks, [...declaredHooks().values()].toSorted()),
    ...checkToldHooks(manifest, imports),
    ...(hasServer ? [] : checkPartners(manifest)),
    ...checkNames(manifest, registered),
  ];
}

/** What the manifest names of what ships, and what does not exist there; other plugins from outside are not known here. */
function checkNamed(
  kind: 'slot' | 'topic' | 'hook',
  { id }: PluginManifest,
  names: readonly string[],
  known: readonly string[],
): Finding[] {
  const ownerOf = (name: string): string => name.split('.', 1)[0] ?? '';
  const owners = new Set([...shippedIds(), ...known.map(ownerOf)]);
  return names
    .filter((name) => !known.includes(name) && ownerOf(name) !== id && owners.has(ownerOf(name)))
    .map((name) => {
      const nearest = nearestName(name, known);
      const params = { name, known: known.join(', '), nearest: nearest ?? '' };
      const text = `host:plugin-tools.${kind}-${nearest === undefined ? 'unknown' : 'mistyped'}` as const;
      return { level: 'error', file: 'plugin.ts', text, params };
    });
}

/** Hooks of the workbench that a server half takes up without its manifest naming them: it would not start. */
function checkToldHooks({ hooks }: PluginManifest, imports: Sources['imports']): Finding[] {
  const declared = declaredHooks();
  return imports
    .filter(({ specifier, isType }) => specifier === '@reelport/core/server' && !isType)
    .flatMap(({ file, line, names }) =>
      names.flatMap((name): Finding[] => {
        const hook = declared.get(name);
        if (hook === undefined || hooks.includes(hook)) return [];
        return [{ level: 'error', file, line, text: 'host:plugin-tools.hook-unlisted', params: { name, hook } }];
      }),
    );
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
function declaredSlots(): string[] {
  const found = declarations(['plugins/*/api.ts', 'core/web/**/*.ts'], /= slot<\w+>\(\s*'([a-z][\w.-]+)'/g);
  // One is declared a second time, in an example of how that is done.
  return [...new Set(found.map(([, name = '']) => name))].toSorted();
}

/** The topics of events. */
function declaredTopics(): string[] {
  const found = declarations(['plugins/*/*.ts', 'core/contract/*.ts'], /defineEvent\(\{\s*topic: '([a-z][\w.-]+)'/g);
  return found.map(([, name = '']) => name).toSorted();
}

/** The hooks, by the names that they are imported by. */
function declaredHooks(): Map<string, string> {
  const files = ['plugins/*/server/api.ts', 'core/server/services/**/*-hook.ts'];
  const found = declarations(files, /export const (\w+) = serverHook\(\s*'([a-z][\w.-]+)',\s*(\d+)/g);
  return new Map(found.map(([, name = '', hook, major]) => [name, `${hook}@${major}`]));
}

function declarations(files: string[], pattern: RegExp): RegExpMatchArray[] {
  return globSync(files, { cwd: WORKBENCH }).flatMap((file) => [
    ...readFileSync(join(WORKBENCH, file), 'utf8').matchAll(pattern),
  ]);
}
