/**
 * Matches a path against a manifest's pattern: `:name` matches one segment, `:name?` one or none. Case and a trailing
 * slash are ignored.
 * @returns the decoded parameters by name; undefined when it does not match
 * @example matchRoute('/mixedCut/edit/:id', '/mixedCut/edit/7') // { id: '7' }
 */
export function matchRoute(pattern: string, path: string): Record<string, string> | undefined {
  return matchParts(parts(pattern), parts(path));
}

function matchParts(wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (given.length > wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index];
    if (part.startsWith(':')) {
      const optional = part.endsWith('?');
      if (value === undefined) {
        if (optional) continue;
        return undefined;
      }
      const decoded = decode(value);
      if (decoded === undefined) return undefined;
      params[part.slice(1, optional ? -1 : undefined)] = decoded;
    } else if (value?.toLowerCase() !== part.toLowerCase()) {
      return undefined;
    }
  }
  return params;
}

/**
 * The item whose pattern matches a path best: literal segments win over parameters, and the first item over later ones.
 */
export function bestMatch<T extends { path: string }>(
  items: readonly T[],
  path: string,
): { item: T; params: Record<string, string> } | undefined {
  let best: { item: T; params: Record<string, string> } | undefined;
  const given = parts(path);
  for (const item of items) {
    const params = matchParts(parts(item.path), given);
    if (params === undefined) continue;
    if (best === undefined || looseness(item.path) < looseness(best.item.path)) best = { item, params };
  }
  return best;
}

function parts(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** Parameters count more the further left they are. */
function looseness(pattern: string): string {
  return parts(pattern)
    .map((part) => (part.startsWith(':') ? '1' : '0'))
    .join('');
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
