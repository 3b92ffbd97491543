import { fail } from '#core/contract/errors.ts';
import { grantKey } from '#core/contract/grants.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { PluginPackage } from '#core/contract/plugin-package.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';

import type { Inspection } from './inspection.ts';

/** @throws expected the first finding of level `error`, `core:plugin.shipped`, `core:plugin.package-json` */
export function assertSound(
  description: PluginPackage,
  findings: Inspection['findings'],
  shipped: ReadonlySet<string>,
): void {
  const fault = findings.find(({ level }) => level === 'error');
  // A finding's code is always a message key.
  if (fault !== undefined) fail(fault.code as MessageKey, fault.params, { kind: 'invalid' });
  const { id } = description.manifest;
  if (shipped.has(id)) fail('core:plugin.shipped', { plugin: id }, { kind: 'conflict' });
  // NUL and lone surrogates as JSON escapes: the database cannot store them as text.
  if (/\\u(0000|d[89a-f])/.test(JSON.stringify(description))) fail('core:plugin.package-json', {}, { kind: 'invalid' });
}

/** @throws expected `core:plugin.grants-needed` unless every grant that is not optional was given */
export function assertGranted({ id, grants }: PluginManifest, given: readonly string[]): void {
  const missing = grants.filter((grant) => !grant.optional && !given.includes(grantKey(grant)));
  if (missing.length === 0) return;
  const params = { plugin: id, grants: missing.map(grantKey).join(', ') };
  fail('core:plugin.grants-needed', params, { kind: 'invalid' });
}
