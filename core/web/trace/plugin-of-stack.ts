/**
 * Whether an address, or a stack line containing one, belongs to a plugin's own code: files in `plugins/<id>/` during
 * development, chunks named `plugin-<id>-web….js` in a build, or `plugin-files/<id>/` for an external plugin.
 */
export function isOwnFile(id: string, address: string): boolean {
  return [`plugins/${id}/`, `/plugin-${id}-web`, `/plugin-files/${id}/`].some((place) => address.includes(place));
}

/** Finds the plugin whose code a stack leads through, innermost frame first. */
export function pluginOfStack(stack: string | undefined, ids: readonly string[]): string | undefined {
  for (const line of stack?.split('\n') ?? []) {
    const found = ids.find((id) => isOwnFile(id, line));
    if (found !== undefined) return found;
  }
  return undefined;
}
