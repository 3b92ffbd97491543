import { tmpdir } from 'node:os';

import { fail } from '#core/contract/errors.ts';

import { untrustedInput, type MediaRunner } from '../runner.ts';

/** A coded picture or a packet of sound, as ffmpeg reads it in a file. */
export interface Packet {
  /** When it is shown or heard, in ticks of its stream; edit lists are applied. */
  time: number;
  /** Ticks; 0 when unknown. */
  length: number;
  /** Bytes, and where they begin in the file. */
  size: number;
  at: number;
  isKey: boolean;
  /** Decoded only for those that follow: an edit list hides it. */
  isHidden: boolean;
  /** CRC-32 of its bytes; absent where it was not asked for. */
  hash?: string;
}

/** The packets of a stream in stored order. */
export interface PacketList {
  /** Ticks a second. */
  scale: number;
  packets: Packet[];
  /**
   * When the last one ends by the file's own word; null where it does not count its packets, or some of them are not
   * there. A packet's own length is but a guess where pictures are not stored in playing order.
   */
  end: number | null;
  /** Such as `LC`; null when unknown. */
  profile: string | null;
  isInterlaced: boolean;
}

const FIELDS =
  'packet=pts,duration,size,pos,flags,data_hash:stream=profile,field_order,time_base,start_pts,duration_ts,nb_frames';

/**
 * Lists the packets of a stream without decoding any: about 0.05 CPU seconds for a minute.
 * @param file `stream` is its index in the file; with `isHashed` all of its bytes are read
 * @throws expected `core:media.tool-failed` when the file cannot be read, `core:media.absurd-times` (`name`) when a
 * packet does not say when it is shown
 */
export async function listPackets(
  runner: MediaRunner,
  { path, name, stream, isHashed = false }: { path: string; name: string; stream: number; isHashed?: boolean },
  signal?: AbortSignal,
): Promise<PacketList> {
  const { stdout } = await runner.ffprobe({
    args: [
      ...['-of', 'csv', '-show_entries', FIELDS, '-select_streams', String(stream)],
      ...(isHashed ? ['-show_data_hash', 'CRC32'] : []),
      ...untrustedInput(path),
    ],
    ...{ cwd: tmpdir(), timeout: 120, signal },
  });
  const list: PacketList = { scale: 0, packets: [], end: null, profile: null, isInterlaced: false };
  for (const line of stdout.split('\n')) {
    const cells = line.split(',');
    if (cells[0] === 'packet') list.packets.push(packetOf(cells));
    // Behind what is stored beside a packet, on a line of its own.
    const late = list.packets.at(-1);
    if (cells[0] === '' && late !== undefined && cells[1]?.includes(':') === true) late.hash = cells[1];
    if (cells[0] !== 'stream') continue;
    const [, num, den] = /(\d+)\/(\d+)/.exec(line) ?? [];
    if (num === '1') list.scale = Number(den);
    list.profile = cells[1] ?? null;
    const [begins = NaN, lasts = NaN, count] = cells.slice(-3).map(Number);
    const isWhole = list.packets.length === count && list.packets.every(({ isHidden }) => !isHidden);
    if (isWhole && Number.isSafeInteger(begins + lasts)) list.end = begins + lasts;
    list.isInterlaced = cells.some((cell) => /^(tt|bb|tb|bt)$/.test(cell));
  }
  if (list.scale === 0 || list.packets.some(({ time }) => !Number.isSafeInteger(time))) {
    fail('core:media.absurd-times', { file: name }, { kind: 'invalid' });
  }
  return list;
}

const packetOf = ([, time, length, size, at, flags = '', hash]: string[]): Packet => ({
  time: Number(time),
  length: Number(length) || 0,
  size: Number(size),
  at: Number(at),
  isKey: flags.startsWith('K'),
  isHidden: flags.includes('D'),
  ...(hash?.includes(':') === true ? { hash } : {}),
});
