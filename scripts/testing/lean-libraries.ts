// ELF, the format of Linux' programs and libraries: https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html and,
// for versions, https://refspecs.linuxfoundation.org/LSB_5.0.0/LSB-Core-generic/LSB-Core-generic/symversion.html

const [DYNAMIC, SYMBOLS, VERSIONS_NEEDED, VERSIONS] = [6, 11, 0x6ffffffe, 0x6fffffff];
const [NEEDED, NEEDED_VERSIONS, NEEDED_VERSIONS_COUNT] = [1, 0x6ffffffe, 0x6fffffff];
const [GLOBAL, WEAK, NO_VERSION] = [1, 2, 1];

interface Section {
  type: number;
  offset: number;
  size: number;
  /** Where its names are. */
  names: number;
}

/**
 * Changes a library so that it is loaded without some of those that it is linked to. What it takes from them is then
 * not there: whoever calls it breaks.
 * @param image the bytes of the library, which are changed
 * @param isLeftOut whether it does without a library of this name
 * @returns false, with nothing changed, where it is of another format than that of 64-bit Linux
 */
export function leaveLibrariesOut(image: Buffer, isLeftOut: (name: string) => boolean): boolean {
  // 64 bits, little-endian.
  if (image.length < 64 || image.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') return false;
  const sections = sectionsOf(image);
  const only = (wanted: number): Section | undefined => sections.find(({ type }) => type === wanted);
  const [dynamic, symbols, versions] = [only(DYNAMIC), only(SYMBOLS), only(VERSIONS)];
  if (dynamic === undefined || symbols === undefined) return false;
  const nameAt = (from: number): string => image.toString('latin1', from, image.indexOf(0, from));

  const needed = only(VERSIONS_NEEDED);
  const left = needed === undefined ? undefined : leaveVersionsOut(image, needed, (at) => isLeftOut(nameAt(at)));
  const kept: Buffer[] = [];
  for (let at = dynamic.offset; at < dynamic.offset + dynamic.size; at += 16) {
    const entry = Buffer.from(image.subarray(at, at + 16));
    const tag = Number(entry.readBigInt64LE(0));
    if (tag === NEEDED && isLeftOut(nameAt(dynamic.names + Number(entry.readBigUInt64LE(8))))) continue;
    if (tag === NEEDED_VERSIONS) entry.writeBigUInt64LE(entry.readBigUInt64LE(8) + BigInt(left?.skipped ?? 0), 8);
    if (tag === NEEDED_VERSIONS_COUNT) entry.writeBigUInt64LE(BigInt(left?.count ?? 0), 8);
    kept.push(entry);
  }
  image.fill(0, dynamic.offset, dynamic.offset + dynamic.size);
  Buffer.concat(kept).copy(image, dynamic.offset);

  for (let index = 1; index < symbols.size / 24; index += 1) {
    const [symbol, version] = [symbols.offset + index * 24, (versions?.offset ?? 0) + index * 2];
    const info = image.readUInt8(symbol + 4);
    if (image.readUInt16LE(symbol + 6) !== 0 || info >> 4 !== GLOBAL) continue;
    const isFree = versions === undefined || image.readUInt16LE(version) <= NO_VERSION;
    const isGone = !isFree && left?.versions.has(image.readUInt16LE(version)) === true;
    if (isGone) image.writeUInt16LE(NO_VERSION, version);
    // What is weak may be missing.
    if (isFree || isGone) image.writeUInt8((WEAK << 4) | (info & 15), symbol + 4);
  }
  return true;
}

function sectionsOf(image: Buffer): Section[] {
  const [from, size, count] = [Number(image.readBigUInt64LE(40)), image.readUInt16LE(58), image.readUInt16LE(60)];
  const offsetOf = (index: number): number => Number(image.readBigUInt64LE(from + index * size + 24));
  return Array.from({ length: count }, (_, index) => {
    const at = from + index * size;
    return {
      type: image.readUInt32LE(at + 4),
      offset: offsetOf(index),
      size: Number(image.readBigUInt64LE(at + 32)),
      names: offsetOf(image.readUInt32LE(at + 40)),
    };
  });
}

/** @returns which versions are left out, how many libraries remain, and how many bytes lie before the first of them */
function leaveVersionsOut(
  image: Buffer,
  { offset, names }: Section,
  isLeftOut: (name: number) => boolean,
): { versions: Set<number>; count: number; skipped: number } {
  const versions = new Set<number>();
  const kept: number[] = [];
  for (let at = offset, next = -1; next !== 0; at += next) {
    next = image.readUInt32LE(at + 12);
    if (!isLeftOut(names + image.readUInt32LE(at + 4))) {
      kept.push(at);
      continue;
    }
    for (let one = at + image.readUInt32LE(at + 8), step = -1; step !== 0; one += step) {
      versions.add(image.readUInt16LE(one + 6));
      step = image.readUInt32LE(one + 12);
    }
  }
  for (const [index, at] of kept.entries()) image.writeUInt32LE((kept[index + 1] ?? at) - at, at + 12);
  return { versions, count: kept.length, skipped: (kept[0] ?? offset) - offset };
}
