import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { z } from 'zod';

import type { Call } from '#core/contract/call.ts';
import { manifestProblems, manifestSchema, type PluginManifest } from '#core/contract/plugin.ts';

import type { AuthorFolder } from './author-folder.ts';
import { BUNDLED } from './bundle.ts';
import { isCall } from './face-calls.ts';
import { RefusedPlugin, type Finding } from './finding.ts';

/** The plugin's manifest and calls. */
export interface PluginData {
  manifest: PluginManifest;
  /** The exports of `calls.ts` by name; empty when there is none. */
  calls: Record<string, Call>;
}

/**
 * Runs the bundled `plugin.ts` and `calls.ts`.
 * @throws RefusedPlugin, with the lines to change, for a manifest that is not plain data or not valid
 */
export async function readManifest(folder: AuthorFolder): Promise<PluginData> {
  const source = readFileSync(folder.plugin, 'utf8');
  const written = await run(folder, 'plugin');
  if (typeof written['default'] !== 'object' || written['default'] === null) {
    throw refused([{ file: 'plugin.ts', text: 'host:plugin-tools.no-manifest', params: {} }]);
  }
  const { settings, ...rest } = written['default'] as Record<string, unknown>;
  const code = placesOfCode(rest);
  if (code.length > 0) {
    throw refused(
      code.map((path) => ({
        file: 'plugin.ts',
        ...lineOf(source, path),
        text: 'host:plugin-tools.not-data',
        params: { place: path.join('.') },
      })),
    );
  }
  const checked = manifestSchema.safeParse(settings === undefined ? rest : { ...rest, settings: schemasOf(settings) });
  if (!checked.success) throw refused(checked.error.issues.flatMap((issue) => findingsOf(issue, source)));
  return { manifest: checked.data, calls: folder.calls === null ? {} : callsIn(await run(folder, 'calls')) };
}

/** The result of `defineSettings` also contains its schemas as data. */
function schemasOf(settings: unknown): unknown {
  return typeof settings === 'object' && settings !== null && 'schemas' in settings ? settings.schemas : settings;
}

async function run(folder: AuthorFolder, name: 'plugin' | 'calls'): Promise<Record<string, unknown>> {
  const file = join(folder.cache, BUNDLED.data, `${name}.mjs`);
  // The URL contains the hash: identical code is the same module, and changed code is loaded again.
  const version = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
  try {
    return (await import(`${pathToFileURL(file).href}?${version}`)) as Record<string, unknown>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refused([{ file: `${name}.ts`, text: 'host:plugin-tools.throws', params: { reason } }]);
  }
}

function callsIn(module: Record<string, unknown>): Record<string, Call> {
  return Object.fromEntries(Object.entries(module).filter((entry): entry is [string, Call] => isCall(entry[1])));
}

/** Finds where a value contains something that JSON cannot represent. */
function placesOfCode(value: unknown, path: string[] = []): string[][] {
  if (value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)) return [];
  const isPlain = typeof value === 'object' && [Object.prototype, Array.prototype, null].includes(prototypeOf(value));
  if (!isPlain) return [path];
  return Object.entries(value as object).flatMap(([key, inner]) => placesOfCode(inner, [...path, key]));
}

function prototypeOf(value: object): object | null {
  return Object.getPrototypeOf(value) as object | null;
}

function findingsOf(issue: z.core.$ZodIssue, source: string): Array<Omit<Finding, 'level'>> {
  const path = issue.path.map(String);
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : [null];
  return keys.map((key) => ({
    file: 'plugin.ts',
    ...lineOf(source, key === null ? path : [...path, key]),
    text: 'host:plugin-tools.manifest' as const,
    params: {
      problem: manifestProblems(
        new z.ZodError([issue.code === 'unrecognized_keys' && key !== null ? { ...issue, keys: [key] } : issue]),
      ),
    },
  }));
}

/** Finds the line with the last key of a path that occurs in the source. */
function lineOf(source: string, path: readonly string[]): { line?: number } {
  let at = 0;
  let found = -1;
  for (const key of path) {
    if (/^\d+$/.test(key)) continue;
    const place = source.slice(at).search(new RegExp(`(?<![\\w.])['"]?${RegExp.escape(key)}['"]?\\s*[:,}]`));
    if (place === -1) continue;
    found = at + place;
    at = found + key.length;
  }
  return found === -1 ? {} : { line: source.slice(0, found).split('\n').length };
}

function refused(findings: ReadonlyArray<Omit<Finding, 'level'>>): RefusedPlugin {
  return new RefusedPlugin(findings.map((finding) => ({ level: 'error', ...finding })));
}
