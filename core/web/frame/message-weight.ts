/** What a message weighs. */
export interface MessageWeight {
  /** Bytes, roughly: two a character, and some for every value. */
  bytes: number;
  /** Bytes of the files in it. */
  files: number;
}

const EACH = 16;

/**
 * Weighs what came over a port; stops as soon as it is too heavy, so that weighing is never the burden. What plain
 * data does not have, such as ports, maps or bytes, weighs infinitely much, and so does what holds itself.
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
    // A hole is a value as well: an array may be long without holding anything.
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
