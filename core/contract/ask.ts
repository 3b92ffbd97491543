import type { Call } from './call.ts';
import type { GrantInput } from './grants.ts';
import { tokenName } from './token-name.ts';

/**
 * Asks, in a manifest’s `grants`, for a call of the workbench or for one of its services. The manifest holds it as
 * data: a call by its method and path, a service by the name of its token.
 * @param what a call such as `listMaterials` of `@reelport/core/plugins/materials`, or a token such as `DIALOGS`
 * @param why the key of a sentence that tells the operator what it is for
 * @param options.optional the plugin works without it; false by default
 * @example grants: [ask(listMaterials, 'shot-list:why.clips'), ask(DIALOGS, 'shot-list:why.dialogs')]
 */
export function ask(
  what: Pick<Call, 'method' | 'path'> | symbol,
  why: string,
  { optional = false }: { optional?: boolean } = {},
): GrantInput {
  return typeof what === 'symbol'
    ? { kind: 'service', token: tokenName(what), why, optional }
    : { kind: 'http', methods: [what.method], path: what.path, why, optional };
}
