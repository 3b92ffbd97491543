import type { Field } from './finite-field.ts';

type Point = readonly number[];

/**
 * An order of the code's places in which as many neighbours as possible repeat the same pairs of
 * values. Within a block `w + t·full` two places take pairs that depend on one linear form only, the
 * difference of their columns; neighbours with parallel differences change pairs together, so a set of
 * blocks can keep to few pairs in all of them at once.
 */
export function orderPlaces(field: Field, code: { rows: readonly Point[]; full: Point | null }): number[] {
  const length = code.rows[0]?.length ?? 0;
  const inOrder = Array.from({ length }, (_, at) => at);
  const { full } = code;
  if (!full) return inOrder;
  const columns = inOrder.map((at) => {
    const factor = field.invert(full[at] ?? 1);
    return code.rows.map((row) => field.multiply(row[at] ?? 0, factor));
  });
  let best: { order: number[]; lines: number } = { order: inOrder, lines: Infinity };
  const tried = new Set<string>();
  for (let a = 0; a < length; a += 1) {
    for (let b = a + 1; b < length; b += 1) {
      const direction = normalised(field, difference(field, columns[b] ?? [], columns[a] ?? []));
      if (direction === null || tried.has(direction.join())) continue;
      tried.add(direction.join());
      const lines = new Map<string, number[]>();
      columns.forEach((column, at) => {
        const line = modulo(field, column, direction).join();
        lines.set(line, [...(lines.get(line) ?? []), at]);
      });
      if (lines.size < best.lines) best = { order: [...lines.values()].flat(), lines: lines.size };
    }
  }
  return best.order;
}

function difference(field: Field, a: Point, b: Point): number[] {
  return a.map((coordinate, i) => field.subtract(coordinate, b[i] ?? 0));
}

function normalised(field: Field, vector: Point): number[] | null {
  const lead = vector.find((coordinate) => coordinate !== 0);
  if (lead === undefined) return null;
  const factor = field.invert(lead);
  return vector.map((coordinate) => field.multiply(coordinate, factor));
}

/** A name for the line through the point in this direction: its point whose leading coordinate is 0. */
function modulo(field: Field, point: Point, direction: Point): number[] {
  const lead = direction.findIndex((coordinate) => coordinate !== 0);
  const times = point[lead] ?? 0;
  return point.map((coordinate, i) => field.subtract(coordinate, field.multiply(times, direction[i] ?? 0)));
}
