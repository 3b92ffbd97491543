/**
 * The file in which a plugin's browser half begins, for messages to its author: as it lies in the plugin's own folder,
 * wherever that is.
 */
export function webFileOf(id: string): string {
  return `web/index.ts(x) of "${id}"`;
}

/** The file with a plugin's manifest, in the same way. */
export function manifestFileOf(id: string): string {
  return `plugin.ts of "${id}"`;
}
