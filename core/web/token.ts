import { tokenSymbol } from '#core/contract/token-name.ts';

export { tokenName } from '#core/contract/token-name.ts';

declare const carries: unique symbol;

/** Identifies a service and carries its type. Bundles that use the same name share the service. */
export type Token<T> = symbol & { readonly [carries]?: T };

/**
 * Creates the token of a service.
 * @param name of the service: `session` for one of the kernel, `materials.library` for one of a plugin
 * @param major increases when the service changes incompatibly
 * @example export const SESSION = token<Session>('session', 1);
 */
export function token<T>(name: string, major: number): Token<T> {
  return tokenSymbol(`${name}@${major}`) as Token<T>;
}

/** The token with a name as written in manifests. */
export function tokenNamed(name: string): Token<unknown> {
  return tokenSymbol(name) as Token<unknown>;
}
