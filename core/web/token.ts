declare const carries: unique symbol;

/** The name of a service, with its type. Two bundles that name the same service mean the same one. */
export type Token<T> = symbol & { readonly [carries]?: T };

/**
 * Names a service.
 * @param name of the service: `session` for one of the kernel, `materials.picker` for a plugin's
 * @param major rises when the service changes in a way that its users notice
 * @example export const SESSION = token<Session>('session', 1);
 */
export function token<T>(name: string, major: number): Token<T> {
  return Symbol.for(`reelport/${name}@${major}`) as Token<T>;
}

/** What a manifest calls a token: `materials.picker@1`. */
export function tokenName(named: Token<unknown>): string {
  return (Symbol.keyFor(named) ?? named.toString()).replace(/^reelport\//, '');
}

/** The token of a name in a manifest. */
export function tokenNamed(name: string): Token<unknown> {
  return Symbol.for(`reelport/${name}`) as Token<unknown>;
}
