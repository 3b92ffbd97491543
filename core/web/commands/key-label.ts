const NAMES: Record<string, string> = {
  shift: '⇧',
  alt: 'Alt',
  space: '␣',
  arrowup: '↑',
  arrowdown: '↓',
  delete: 'Del',
};

/** A shortcut as it is written on the user's keyboard: `mod+k` as `Ctrl K` or `⌘ K`. */
export function keyLabel(keys: string, isMac: boolean = /Mac|iPhone|iPad/.test(navigator.platform)): string {
  return keys
    .toLowerCase()
    .split(/(?<=[^+])\+/)
    .map((key) => (key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : (NAMES[key] ?? key.toUpperCase())))
    .join(' ');
}
