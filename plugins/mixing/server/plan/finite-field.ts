/** Arithmetic in GF(q); elements are 0 to q − 1, 0 is zero and 1 is one. */
export interface Field {
  q: number;
  add(a: number, b: number): number;
  subtract(a: number, b: number): number;
  multiply(a: number, b: number): number;
  /** @throws RangeError for 0 */
  invert(a: number): number;
}

// Irreducible polynomials, lowest coefficient first, without the leading 1.
const EXTENSIONS: Record<number, { p: number; tail: number[] }> = {
  4: { p: 2, tail: [1, 1] },
  8: { p: 2, tail: [1, 1, 0] },
  9: { p: 3, tail: [1, 0] },
  16: { p: 2, tail: [1, 1, 0, 0] },
  25: { p: 5, tail: [2, 0] },
  27: { p: 3, tail: [1, 2, 0] },
  32: { p: 2, tail: [1, 0, 1, 0, 0] },
  49: { p: 7, tail: [1, 0] },
  64: { p: 2, tail: [1, 1, 0, 0, 0, 0] },
};

const fields = new Map<number, Field>();

/** Whether {@link finiteField} has this size: every prime, and prime powers up to 64. */
export function isFieldSize(q: number): boolean {
  return q in EXTENSIONS || isPrime(q);
}

/** The largest field size that is at most `limit`, or null below 2. */
export function largestField(limit: number): number | null {
  for (let q = Math.floor(limit); q >= 2; q -= 1) if (isFieldSize(q)) return q;
  return null;
}

/** @throws RangeError when there is no such field here */
export function finiteField(q: number): Field {
  const known = fields.get(q);
  if (known) return known;
  const extension = EXTENSIONS[q];
  if (!extension && !isPrime(q)) throw new RangeError(`no field of ${q} elements`);
  const field = extension ? extensionField(q, extension.p, extension.tail) : primeField(q);
  fields.set(q, field);
  return field;
}

function isPrime(n: number): boolean {
  if (!Number.isInteger(n) || n < 2) return false;
  for (let d = 2; d * d <= n; d += 1) if (n % d === 0) return false;
  return true;
}

function primeField(q: number): Field {
  return {
    q,
    add: (a, b) => (a + b) % q,
    subtract: (a, b) => (a - b + q) % q,
    multiply: (a, b) => (a * b) % q,
    invert(a) {
      if (a === 0) throw new RangeError('0 has no inverse');
      let [r0, r1, t0, t1] = [q, a, 0, 1];
      while (r1 !== 0) {
        const quotient = Math.floor(r0 / r1);
        [r0, r1, t0, t1] = [r1, r0 - quotient * r1, t1, t0 - quotient * t1];
      }
      return t0 < 0 ? t0 + q : t0;
    },
  };
}

function extensionField(q: number, p: number, tail: number[]): Field {
  const degree = tail.length;
  const digits = (value: number): number[] => {
    const list: number[] = [];
    for (let i = 0; i < degree; i += 1) {
      list.push(value % p);
      value = Math.floor(value / p);
    }
    return list;
  };
  const value = (list: readonly number[]): number => list.reduceRight((sum, digit) => sum * p + digit, 0);
  const times = (a: number, b: number): number => {
    const [x, y] = [digits(a), digits(b)];
    const product = new Array<number>(2 * degree - 1).fill(0);
    x.forEach((xi, i) => y.forEach((yj, j) => (product[i + j] = ((product[i + j] ?? 0) + xi * yj) % p)));
    for (let i = product.length - 1; i >= degree; i -= 1) {
      const lead = product[i] ?? 0;
      tail.forEach((coefficient, j) => {
        const at = i - degree + j;
        product[at] = ((product[at] ?? 0) + (p - 1) * lead * coefficient) % p;
      });
    }
    return value(product.slice(0, degree));
  };

  const sums = new Uint8Array(q * q);
  const differences = new Uint8Array(q * q);
  const products = new Uint8Array(q * q);
  const inverses = new Uint8Array(q);
  for (let a = 0; a < q; a += 1) {
    for (let b = 0; b < q; b += 1) {
      const [x, y] = [digits(a), digits(b)];
      sums[a * q + b] = value(x.map((xi, i) => (xi + (y[i] ?? 0)) % p));
      differences[a * q + b] = value(x.map((xi, i) => (xi - (y[i] ?? 0) + p) % p));
      const product = times(a, b);
      products[a * q + b] = product;
      if (product === 1) inverses[a] = b;
    }
  }
  return {
    q,
    add: (a, b) => sums[a * q + b] ?? 0,
    subtract: (a, b) => differences[a * q + b] ?? 0,
    multiply: (a, b) => products[a * q + b] ?? 0,
    invert(a) {
      if (a === 0) throw new RangeError('0 has no inverse');
      return inverses[a] ?? 0;
    },
  };
}
