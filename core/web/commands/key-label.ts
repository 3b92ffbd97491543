const NAMES: Record<string, string> = { shift: '⇧', alt: 'Alt', space: '␣', arrowup: '↑', arrowdown: '↓' };

/** Keys as they are written on the reader's keyboard: `mod+k` as `Ctrl K` or `⌘ K`. */
export function keyLabel(keys: string, isMac: boolean = /Mac|iPhone|iPad/.test(navigator.platform)): string {
  return keys
    .toLowerCase()
    .split(/(?<=[^+])\+/)
    .map((key) => (key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : (NAMES[key] ?? key.toUpperCase())))
    .join(' ');
}
