import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

import { findAuthorFolder } from '#host/plugin-tools/author-folder.ts';
import { buildPlugin } from '#host/plugin-tools/build-plugin.ts';
import { placeOf, RefusedPlugin, type Finding } from '#host/plugin-tools/finding.ts';
import { newPlugin } from '#host/plugin-tools/new-plugin.ts';

import { emptyFolder } from './author-kit.ts';

/** A fresh plugin of which something was changed. */
export function plugin(t: TestContext): string {
  return newPlugin(join(emptyFolder(t), 'palette')).root;
}

/** Why a plugin cannot be built. */
export async function refusal(root: string): Promise<readonly Finding[]> {
  try {
    await buildPlugin(findAuthorFolder(root));
  } catch (error) {
    if (error instanceof RefusedPlugin) return error.findings;
    throw error;
  }
  throw new assert.AssertionError({ message: 'it was built' });
}

/** Where findings are, and which they are. */
export function told(findings: readonly Finding[]): string[] {
  return findings.map((finding) => `${placeOf(finding)} ${finding.text.replace('host:plugin-tools.', '')}`);
}
