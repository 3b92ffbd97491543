/**
 * Whether an address, or a line that names one, is of a plugin's own code. Its files lie in `plugins/<id>/` while
 * developing and in chunks named `plugin-<id>-web….js` when built; those of one from outside in `plugin-files/<id>/`.
 */
export function isOwnFile(id: string, address: string): boolean {
  return [`plugins/${id}/`, `/plugin-${id}-web`, `/plugin-files/${id}/`].some((place) => address.includes(place));
}

/** Finds the plugin whose code a stack leads through, the innermost first. */
export function pluginOfStack(stack: string | undefined, ids: readonly string[]): string | undefined {
  for (const line of stack?.split('\n') ?? []) {
    const found = ids.find((id) => isOwnFile(id, line));
    if (found !== undefined) return found;
  }
  return undefined;
}
