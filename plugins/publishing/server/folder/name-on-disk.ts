import { extname } from 'node:path';

/** Bytes of a name that every file system takes, with room for a number. */
const BYTES = 200;
/** What some file system or shell does not take in a name. */
const FORBIDDEN = /[\u0000-\u001F\u007F<>:"/\\|?*\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
/** Names that Windows keeps for devices, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** The name of a file as every file system takes it, and as nobody is deceived by it. */
export function nameOnDisk(name: string): string {
  const plain = name.normalize('NFC').replaceAll(FORBIDDEN, '_').trim();
  const safe = DEVICE.test(plain) ? `_${plain}` : plain.replace(/^\.+/, '_').replace(/[. ]+$/, '');
  const ending = extname(safe).slice(0, 16);
  let stem = safe.slice(0, safe.length - extname(safe).length);
  while (Buffer.byteLength(stem + ending) > BYTES) stem = [...stem].slice(0, -1).join('');
  return stem + ending === '' ? 'file' : stem + ending;
}
