declare const carries: unique symbol;

/** Identifies what the server half of a plugin offers to others, and carries its type. */
export type ServerToken<T> = symbol & { readonly [carries]?: T };

const PREFIX = 'reelport-server/';
const NAME = /^[a-z][a-z0-9-]{1,39}(\.[a-z][a-z0-9-]*)+$/;

/**
 * Creates the token of something that a server half offers. The file `server/api.ts` of its plugin exports it.
 * @param name the plugin's id, a dot and a word: `materials.library`
 * @param major increases when what is offered changes incompatibly
 * @throws TypeError for another name or major
 * @example export const LIBRARY = serverToken<MaterialLibrary>('materials.library', 1);
 */
export function serverToken<T extends object>(name: string, major: number): ServerToken<T> {
  if (!NAME.test(name)) {
    throw new TypeError(
      `serverToken("${name}"): name it after its plugin: "<plugin>.<word>", such as "materials.library"`,
    );
  }
  if (!Number.isInteger(major) || major < 1) {
    throw new TypeError(`serverToken("${name}"): the major must be a whole number from 1, got ${major}`);
  }
  return Symbol.for(`${PREFIX}${name}@${major}`) as ServerToken<T>;
}

/**
 * A token's plugin, and its name with the major: `materials.library@1`.
 * @throws TypeError for what {@link serverToken} did not create
 */
export function serverTokenName(token: ServerToken<unknown>): { plugin: string; name: string } {
  const key = typeof token === 'symbol' ? (Symbol.keyFor(token) ?? '') : '';
  if (!key.startsWith(PREFIX)) {
    throw new TypeError(
      `${String(token)} is no token of a server half; export one from server/api.ts: serverToken<…>('<plugin>.<word>', 1)`,
    );
  }
  const name = key.slice(PREFIX.length);
  return { plugin: name.slice(0, name.indexOf('.')), name };
}

/** A token with what stands behind it. */
export interface Provision {
  readonly token: ServerToken<unknown>;
  readonly implementation: object;
}

/**
 * Says what stands behind a token: an object with methods.
 * @throws TypeError for anything else
 * @example provides: (ctx) => [provide(LIBRARY, materialLibrary(ctx))],
 */
export function provide<T extends object>(token: ServerToken<T>, implementation: NoInfer<T>): Provision {
  const { name } = serverTokenName(token);
  const given: unknown = implementation;
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`provide(${name}): the implementation must be an object with methods, got ${typeof given}`);
  }
  return Object.freeze({ token, implementation });
}
