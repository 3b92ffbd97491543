import { ASKED_BY_PARTS } from '#core/contract/asked-by-parts.ts';
import {
  grantFor,
  grantKey,
  GRANTABLE_SERVICES,
  hearsOthers,
  type Grant,
  type GrantInput,
} from '#core/contract/grants.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import { partOf } from '#core/contract/shared-packages.ts';

import type { ImportedCall } from '../face-calls.ts';
import { takenNames } from '../face-names.ts';
import type { Finding } from '../finding.ts';
import type { SourceCall, Sources } from '../read-sources.ts';

/** Also needed to be told of topics of others by the manifest. */
const EVENTS = 'events@1';

/**
 * Compares what the browser half uses with the grants that the manifest requests: a missing grant is an error,
 * an unused one a warning.
 */
export function checkGrants(manifest: PluginManifest, sources: Sources, imported: readonly ImportedCall[]): Finding[] {
  const { id, grants } = manifest;
  const calls: UsedCall[] = [
    ...sources.calls.filter(({ file }) => !file.startsWith('server/')),
    ...imported.map(({ file, line, name, call: { method, path } }) => ({ file, line, method, path, name })),
  ];
  const used = new Set<Grant>();
  const findings: Finding[] = [];
  for (const call of calls) {
    const grant = grantOf(id, grants, call);
    if (grant === undefined) findings.push(undeclaredCall(call));
    else if (grant !== 'own') used.add(grant);
  }
  const taken = takenNames(sources).tokens.filter((token) => (GRANTABLE_SERVICES as readonly string[]).includes(token));
  for (const token of taken) {
    const grant = grants.find((each) => each.kind === 'service' && each.token === token);
    if (grant === undefined)
      findings.push({ level: 'error', ...placeOfToken(token, sources), ...undeclaredToken(token) });
    else used.add(grant);
  }
  if (hearsOthers(manifest)) {
    const grant = grants.find((each) => each.kind === 'service' && each.token === EVENTS);
    if (grant !== undefined) used.add(grant);
    else if (!taken.includes(EVENTS)) findings.push({ level: 'error', file: 'plugin.ts', ...undeclaredToken(EVENTS) });
  }
  for (const { file, line, specifier, isType } of sources.imports) {
    const asked = isType ? undefined : ASKED_BY_PARTS[partOf(specifier) ?? ''];
    if (asked === undefined) continue;
    const given = asked.grants.map((each) => ({ each, grant: grantForPart(manifest, each) }));
    for (const { grant } of given) if (grant !== undefined) used.add(grant);
    const lacks = given.flatMap(({ each, grant }) => (grant === undefined ? [grantKey(each)] : []));
    if (lacks.length === 0) continue;
    const params = { part: specifier, what: lacks.join(', '), line: asked.line };
    findings.push({ level: 'error', file, line, text: 'host:plugin-tools.grant-part-missing', params });
  }
  for (const grant of grants) {
    if (used.has(grant)) continue;
    const params = { grant: grantKey(grant) };
    findings.push({ level: 'warning', file: 'plugin.ts', text: 'host:plugin-tools.grant-unused', params });
  }
  return findings;
}

interface UsedCall extends SourceCall {
  /** The name that it is imported by. */
  name?: string;
}

/** A call whose method is computed at run time matches a grant for any method. */
function grantOf(id: string, grants: readonly Grant[], { method, path }: SourceCall): Grant | 'own' | undefined {
  const plain = path.replaceAll(/:[a-zA-Z]\w*\??/g, 'value');
  const methods = method === undefined ? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] : [method];
  for (const each of methods) {
    const grant = grantFor(id, grants, each, plain);
    if (grant !== undefined) return grant;
  }
  return undefined;
}

function grantForPart({ id, grants }: PluginManifest, asked: GrantInput): Grant | undefined {
  if (asked.kind === 'service') return grants.find((each) => each.kind === 'service' && each.token === asked.token);
  const grant = grantOf(id, grants, { file: '', line: 0, method: asked.methods[0], path: asked.path });
  return grant === 'own' ? undefined : grant;
}

function undeclaredCall({ file, line, method = 'GET', path, name }: UsedCall): Finding {
  const line_ =
    name === undefined ? `{ kind: 'http', methods: ['${method}'], path: '${path}', why: '…' }` : `ask(${name}, '…')`;
  return {
    level: 'error',
    file,
    line,
    text: 'host:plugin-tools.grant-missing',
    params: { what: `${method} ${path}`, line: line_ },
  };
}

function undeclaredToken(token: string): Pick<Finding, 'text' | 'params'> {
  const [name = ''] = Object.entries(SDK_SURFACE.tokenOf).find(([, named]) => named === token) ?? [];
  const line = `ask(${name}, '…')`;
  return { text: 'host:plugin-tools.grant-missing', params: { what: token, line } };
}

function placeOfToken(token: string, { imports }: Sources): Pick<Finding, 'file' | 'line'> {
  const found = imports.find(({ names }) => names.some((name) => SDK_SURFACE.tokenOf[name] === token));
  return found === undefined ? { file: 'plugin.ts' } : { file: found.file, line: found.line };
}
