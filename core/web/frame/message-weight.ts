/** The size of a message. */
export interface MessageWeight {
  /** Approximate bytes: two per character, plus an overhead for every value. */
  bytes: number;
  /** Bytes of the files in it. */
  files: number;
}

const EACH = 16;

/**
 * Measures a message from a port, and stops once it exceeds the limit, so that measuring stays cheap. Anything that is
 * not plain data, such as ports, maps, buffers and circular references, counts as infinite.
 */
export function messageWeight(message: unknown, most: number): MessageWeight {
  const weight: MessageWeight = { bytes: 0, files: 0 };
  const rest: unknown[] = [message];
  while (rest.length > 0 && weight.bytes <= most) {
    const value = rest.pop();
    weight.bytes += EACH;
    if (typeof value === 'string') weight.bytes += value.length * 2;
    else if (typeof value === 'bigint') weight.bytes = Infinity;
    else if (typeof value === 'object' && value !== null) {
      addObject(value, weight, rest, most);
    }
  }
  return weight;
}

function addObject(value: object, weight: MessageWeight, rest: unknown[], most: number): void {
  if (value instanceof Blob) {
    weight.files += value.size;
  } else if (Array.isArray(value)) {
    // Holes count as values: a sparse array may be long without holding anything.
    weight.bytes += value.length * EACH;
    if (weight.bytes <= most) for (const part of value as unknown[]) rest.push(part);
  } else if (Object.getPrototypeOf(value) === Object.prototype) {
    for (const key in value) {
      weight.bytes += key.length * 2;
      if (weight.bytes > most) return;
      rest.push(Reflect.get(value, key));
    }
  } else {
    weight.bytes = Infinity;
  }
}
