// Views of memory without a header: an address that knows what lies there. Nothing is checked.

@unmanaged
export class Bytes {
  [key: number]: i32;
  @inline @operator('[]') get(at: i32): i32 {
    return load<u8>(changetype<usize>(this) + at);
  }
  @inline @operator('[]=') set(at: i32, value: i32): void {
    store<u8>(changetype<usize>(this) + at, value);
  }
  /** What begins so many bytes on. */
  @inline from(at: i32): Bytes {
    return changetype<Bytes>(changetype<usize>(this) + at);
  }
}

@unmanaged
export class Ints {
  [key: number]: i32;
  @inline @operator('[]') get(at: i32): i32 {
    return load<i32>(changetype<usize>(this) + ((<usize>at) << 2));
  }
  @inline @operator('[]=') set(at: i32, value: i32): void {
    store<i32>(changetype<usize>(this) + ((<usize>at) << 2), value);
  }
}

@unmanaged
export class Floats {
  [key: number]: f32;
  @inline @operator('[]') get(at: i32): f32 {
    return load<f32>(changetype<usize>(this) + ((<usize>at) << 2));
  }
  @inline @operator('[]=') set(at: i32, value: f32): void {
    store<f32>(changetype<usize>(this) + ((<usize>at) << 2), value);
  }
}

/** Room for what is needed while one frame is added or filled, how much of it is used, and how much was at most. */
let room: usize = 0;
let size: usize = 0;
let used: usize = 0;
let most: usize = 0;
/** What did not fit; the room is larger next time. */
let beside: usize = 0;

/** Takes memory, with anything in it, that is given back by {@link giveBack} or {@link forgetTaken}. */
export function take(length: usize): usize {
  const rounded = (length + 15) & ~15;
  const at = used;
  used += rounded;
  if (used > most) most = used;
  if (used <= size) return room + at;
  // Where the one before lies is kept in front of it.
  const other = heap.alloc(rounded + 16);
  store<usize>(other, beside);
  beside = other;
  return other + 16;
}

/** How much has been taken. */
export function taken(): usize {
  return used;
}

/** Gives back what was taken since. @param before what {@link taken} said then */
export function giveBack(before: usize): void {
  used = before;
}

/** Gives back all that was taken. */
export function forgetTaken(): void {
  used = 0;
  if (beside === 0) return;
  while (beside !== 0) {
    const other = load<usize>(beside);
    heap.free(beside);
    beside = other;
  }
  if (room !== 0) heap.free(room);
  size = most + (most >> 2);
  room = heap.alloc(size);
}

export function takeBytes(length: i32): Bytes {
  return changetype<Bytes>(take(length));
}

export function takeInts(length: i32): Ints {
  return changetype<Ints>(take((<usize>length) << 2));
}

export function takeFloats(length: i32): Floats {
  return changetype<Floats>(take((<usize>length) << 2));
}

/** Bytes that are all 0. */
export function takeZeros(length: i32): Bytes {
  const at = take(length);
  memory.fill(at, 0, length);
  return changetype<Bytes>(at);
}

/** Bytes that are the same as others. */
export function takeCopy(bytes: Bytes, length: i32): Bytes {
  const at = take(length);
  memory.copy(at, changetype<usize>(bytes), length);
  return changetype<Bytes>(at);
}

/** Numbers that are all 0. */
export function takeCounts(length: i32): Ints {
  return changetype<Ints>(takeZeros(length << 2));
}
