import type { PlayerItem } from './player.ts';

/** What the player can show, validated. */
export interface PlayerInput {
  /** `sequence`: clips in sequence with one sound track; `parallel`: clips side by side. */
  mode: 'single' | 'sequence' | 'parallel';
  items: readonly PlayerItem[];
  sound: string | null;
}

/** Reads what to play: an address, or a list of type 1 or 2. Null for anything else. */
export function playerInput(data: unknown): PlayerInput | null {
  if (typeof data === 'string') {
    return data.trim() === '' ? null : { mode: 'single', items: [{ url: withScheme(data) }], sound: null };
  }
  if (typeof data !== 'object' || data === null || !('type' in data) || !('list' in data)) return null;
  const { type, list } = data;
  if ((type !== 1 && type !== 2) || !Array.isArray(list) || list.length === 0) return null;
  const items = list.map(itemOf);
  if (!items.every((item) => item !== null)) return null;
  const sound = 'sound' in data ? data.sound : undefined;
  if (sound !== undefined && sound !== null && typeof sound !== 'string') return null;
  const hasSound = type === 1 && typeof sound === 'string' && sound.trim() !== '';
  return { mode: type === 1 ? 'sequence' : 'parallel', items, sound: hasSound ? withScheme(sound) : null };
}

function itemOf(item: unknown): PlayerItem | null {
  if (typeof item !== 'object' || item === null || !('url' in item)) return null;
  const { url } = item;
  if (typeof url !== 'string' || url.trim() === '') return null;
  const duration = 'duration' in item ? item.duration : undefined;
  const isLength = typeof duration === 'number' && Number.isFinite(duration) && duration > 0;
  return isLength ? { url: withScheme(url), duration } : { url: withScheme(url) };
}

/** A complete address for the browser. Paths of this site, and data and blob addresses, stay unchanged. */
function withScheme(url: string): string {
  const address = url.trim();
  if (address.startsWith('//')) return `https:${address}`;
  return /^(https?:\/\/|blob:|\/)/i.test(address) ? address : `https://${address}`;
}
