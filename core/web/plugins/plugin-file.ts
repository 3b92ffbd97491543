/** The entry file of a plugin's browser half, relative to the plugin's own folder, for messages to its author. */
export function webFileOf(id: string): string {
  return `web/index.ts(x) of "${id}"`;
}

/** The manifest's file, likewise. */
export function manifestFileOf(id: string): string {
  return `plugin.ts of "${id}"`;
}
