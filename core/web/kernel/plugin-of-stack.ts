/**
 * Finds the plugin whose code a stack leads through, the innermost first. Its files lie in `plugins/<id>/` while
 * developing and in chunks named `plugin-<id>-web….js` when built; those of one from outside in `plugin-files/<id>/`.
 */
export function pluginOfStack(stack: string | undefined, ids: readonly string[]): string | undefined {
  for (const line of stack?.split('\n') ?? []) {
    const found = ids.find((id) =>
      [`plugins/${id}/`, `/plugin-${id}-web`, `/plugin-files/${id}/`].some((place) => line.includes(place)),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
