const ORDER = ['mod', 'ctrl', 'alt', 'shift'];

/** A command's keys in canonical form: `Shift+Mod+K` becomes `mod+shift+k`. */
export function normalKeys(keys: string): string {
  // A plus may be the key itself: `mod++`.
  const parts = keys.toLowerCase().split(/(?<=[^+])\+/);
  const key = parts.at(-1) ?? '';
  const held = ORDER.filter((name) => parts.slice(0, -1).includes(name));
  return [...held, key].join('+');
}
