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
  return Symbol.for(`reelport/${name}@${major}`) as Token<T>;
}

/** The name of a token in manifests: `materials.library@1`. */
export function tokenName(named: Token<unknown>): string {
  return (Symbol.keyFor(named) ?? named.toString()).replace(/^reelport\//, '');
}

/** The token with a name as written in manifests. */
export function tokenNamed(name: string): Token<unknown> {
  return Symbol.for(`reelport/${name}`) as Token<unknown>;
}
