const PREFIX = 'reelport/';

/** The name of a token in manifests: `materials.library@1`. */
export function tokenName(token: symbol): string {
  const key = Symbol.keyFor(token) ?? token.toString();
  return key.startsWith(PREFIX) ? key.slice(PREFIX.length) : key;
}

/** The symbol that every bundle has for a token's name. */
export function tokenSymbol(name: string): symbol {
  return Symbol.for(`${PREFIX}${name}`);
}
