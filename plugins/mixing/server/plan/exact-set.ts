import type { WorkBudget } from './greedy.ts';

/**
 * A largest set of candidates without conflicts that has more than `known` of them, by branch and bound:
 * candidates that all conflict with each other give one at most.
 * @returns null when there is none; undefined when the budget ended before that was certain
 */
export function largerExactSet(
  conflicts: readonly Int32Array[],
  known: number,
  budget: WorkBudget,
): number[] | null | undefined {
  const total = conflicts.length;
  const width = Math.ceil(total / 32);
  const rows = conflicts.map((list) => {
    const row = new Uint32Array(width);
    for (const other of list) add(row, other);
    return row;
  });
  const chosen: number[] = [];
  let best: number[] | null = null;
  let most = known;
  const all = new Uint32Array(width);
  for (let vertex = 0; vertex < total; vertex += 1) add(all, vertex);
  if (total > 0) branch(all);
  return budget.left > 0 ? best : undefined;

  function branch(left: Uint32Array): void {
    const { order, cliques } = cover(left);
    for (let at = order.length - 1; at >= 0 && budget.left > 0; at -= 1) {
      if (chosen.length + (cliques[at] ?? 0) <= most) return;
      const vertex = order[at] as number; // at is within the list
      chosen.push(vertex);
      const rest = left.map((word, i) => word & ~(rows[vertex]?.[i] ?? 0));
      remove(rest, vertex);
      if (rest.every((word) => word === 0)) {
        if (chosen.length > most) {
          most = chosen.length;
          best = [...chosen];
        }
      } else {
        branch(rest);
      }
      chosen.pop();
      remove(left, vertex);
    }
  }

  /** Partitions the candidates into cliques of conflicts, each with the number of cliques up to its own. */
  function cover(left: Uint32Array): { order: number[]; cliques: number[] } {
    const waiting = left.slice();
    const order: number[] = [];
    const cliques: number[] = [];
    for (let clique = 1; ; clique += 1) {
      const fitting = waiting.slice();
      let vertex = first(fitting);
      if (vertex < 0) return { order, cliques };
      for (; vertex >= 0; vertex = first(fitting)) {
        remove(waiting, vertex);
        remove(fitting, vertex);
        const row = rows[vertex];
        for (let i = 0; i < width; i += 1) fitting[i] = (fitting[i] ?? 0) & (row?.[i] ?? 0);
        order.push(vertex);
        cliques.push(clique);
        budget.left -= width;
      }
    }
  }
}

function add(row: Uint32Array, bit: number): void {
  row[bit >> 5] = (row[bit >> 5] ?? 0) | (1 << (bit & 31));
}

function remove(row: Uint32Array, bit: number): void {
  row[bit >> 5] = (row[bit >> 5] ?? 0) & ~(1 << (bit & 31));
}

/** The lowest member, or -1. */
function first(row: Uint32Array): number {
  const at = row.findIndex((word) => word !== 0);
  return at < 0 ? -1 : at * 32 + 31 - Math.clz32((row[at] ?? 0) & -(row[at] ?? 0));
}
