import type { AuthorFolder } from './author-folder.ts';
import { buildPlugin } from './build-plugin.ts';
import { checkAccessibility } from './check/accessibility.ts';
import { checkGrants } from './check/grants.ts';
import { checkPackage } from './check/package.ts';
import { checkPlaces } from './check/places.ts';
import { checkSize } from './check/size.ts';
import { checkTypes } from './check/types.ts';
import { RefusedPlugin, type Finding } from './finding.ts';
import { packPlugin } from './pack-plugin.ts';

/**
 * Everything that an author should know before the plugin is installed, errors first. When the plugin cannot be
 * built, only the reasons are reported, because nothing else can be checked.
 */
export async function checkPlugin(folder: AuthorFolder): Promise<Finding[]> {
  let built;
  try {
    built = await buildPlugin(folder);
  } catch (error) {
    if (error instanceof RefusedPlugin) return [...error.findings, ...(await checkTypes(folder))];
    throw error;
  }
  const { manifest } = built.description;
  const findings = [
    ...checkGrants(manifest, built.sources, built.imported),
    ...checkPlaces(manifest, built.sources),
    ...checkSize(built),
    ...(await checkPackage(packPlugin(built))),
    ...(await checkTypes(folder)),
    ...(await checkAccessibility(folder, manifest, built.texts)),
  ];
  return findings.toSorted((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'));
}
