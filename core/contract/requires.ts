import type { Requires } from './plugin-package.ts';
import type { SdkSurface } from './sdk-surface.ts';
import { offeringPlugin, SHARED_PACKAGES } from './shared-packages.ts';

/** What a workbench offers to plugins. */
export type OfferedSurface = Pick<SdkSurface, 'exports' | 'tokens' | 'packages'>;

/** Something that a plugin was built against and this workbench lacks. */
export interface UnmetRequirement {
  /** `offer`: what a plugin of the product offers, such as `@reelport/core/plugins/materials`. */
  kind: 'export' | 'token' | 'package' | 'offer';
  name: string;
  /** For a package or an offer: the version that the plugin was built with. */
  wanted?: string;
  /** For a package or an offer: the version available here; absent if there is none. */
  found?: string;
}

/**
 * What a plugin requires and a workbench lacks, by name. Packages and offers must have the same major version, or the
 * same minor version below 1.0. Pure; runs on both sides.
 */
export function unmetRequirements(requires: Requires, surface: OfferedSurface): UnmetRequirement[] {
  const [exports, tokens] = [new Set(surface.exports), new Set(surface.tokens)];
  return [
    ...requires.exports.filter((name) => !exports.has(name)).map((name) => ({ kind: 'export' as const, name })),
    ...requires.tokens.filter((name) => !tokens.has(name)).map((name) => ({ kind: 'token' as const, name })),
    ...Object.entries(requires.packages).flatMap(([name, wanted]): UnmetRequirement[] => {
      const kind = offeringPlugin(name) === undefined ? 'package' : 'offer';
      const found = versionOf(name, surface.packages);
      if (found === undefined) return [{ kind, name, wanted }];
      return generation(found) === generation(wanted) ? [] : [{ kind, name, wanted, found }];
    }),
  ];
}

/** An unmet requirement in a few words for operators and authors: `react 18.2.0 (here 19.3.1)`. */
export function unmetWords({ name, wanted, found }: UnmetRequirement): string {
  const what = wanted === undefined ? name : `${name} ${wanted}`;
  return found === undefined ? what : `${what} (here ${found})`;
}

/** Negative when `one` is the earlier version. Both are three numbers, as manifests have them. */
export function compareVersions(one: string, other: string): number {
  const [ones, others] = [one.split('.').map(Number), other.split('.').map(Number)];
  const at = ones.findIndex((part, index) => part !== others[index]);
  return at === -1 ? 0 : (ones[at] ?? 0) - (others[at] ?? 0);
}

/** The version of a shared package; also found by a subpath's name where only subpaths are shared. */
function versionOf(name: string, packages: OfferedSurface['packages']): string | undefined {
  if (Object.hasOwn(packages, name)) return packages[name];
  if (!(SHARED_PACKAGES as readonly string[]).includes(name)) return undefined;
  const whole = name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
  return Object.hasOwn(packages, whole) ? packages[whole] : undefined;
}

/** The part of a version that must match; a string that is not a version only matches itself. */
function generation(version: string): string {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(version) ?? [];
  if (major === undefined) return version;
  return major === '0' ? `0.${minor}` : major;
}
