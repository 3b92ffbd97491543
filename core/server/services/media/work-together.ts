import { throwIfCancelled } from './abort-error.ts';

/** A piece of work that can be done by itself or together with others of its kind. */
interface Piece {
  signal?: AbortSignal;
}

export interface WorkTogetherOptions<T, R> {
  /** Groups that are worked on at once. */
  atOnce: number;
  /** Pieces of a group at most. */
  most: number;
  /** Milliseconds that the first piece of a group waits for more of them; 0 by default. */
  patience?: number;
  /** Does all pieces of a group, or throws; each gets the result. */
  work(pieces: readonly T[], signal?: AbortSignal): Promise<R>;
}

interface Waiting<T, R> {
  piece: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Makes a function that does pieces of work in groups, for work that costs much to begin: a piece that comes while as
 * many groups as may be are worked on waits, and all that wait by then are done together. When a group fails, each of
 * its pieces is done alone, so that only the one to blame fails. A group is cancelled when all of its pieces are.
 */
export function workTogether<T extends Piece, R>(options: WorkTogetherOptions<T, R>): (piece: T) => Promise<R> {
  const { atOnce, most, patience = 0 } = options;
  const waiting: Waiting<T, R>[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    clearTimeout(timer);
    timer = undefined;
    running += 1;
    void doAll(options, waiting.splice(0, most)).finally(() => {
      running -= 1;
      next();
    });
  };
  const next = () => {
    while (running < atOnce && waiting.length > 0) {
      if (patience === 0 || waiting.length >= most) begin();
      else return void (timer ??= setTimeout(begin, patience));
    }
  };
  return (piece) =>
    new Promise((resolve, reject) => {
      waiting.push({ piece, resolve, reject });
      next();
    });
}

/**
 * Makes a function like that of {@link workTogether} for each of those who do such work, once: what waits for one of them
 * is not done by another.
 */
export function workTogetherOn<Owner extends WeakKey, T extends Piece, R>(
  optionsFor: (owner: Owner) => WorkTogetherOptions<T, R>,
): (owner: Owner, piece: T) => Promise<R> {
  const known = new WeakMap<Owner, (piece: T) => Promise<R>>();
  return (owner, piece) => {
    const work = known.get(owner) ?? workTogether(optionsFor(owner));
    known.set(owner, work);
    return work(piece);
  };
}

/** Never fails: each piece is told by itself. */
async function doAll<T extends Piece, R>(
  options: WorkTogetherOptions<T, R>,
  group: readonly Waiting<T, R>[],
): Promise<void> {
  const pieces = group.map(({ piece }) => piece);
  const { signal, release } = whenAllAbort(pieces);
  let result: R;
  try {
    result = await options.work(pieces, signal);
  } catch (error) {
    if (group.length === 1 || signal?.aborted === true) for (const { reject } of group) reject(error);
    // One of them may be the cause.
    else for (const each of group) await doAll(options, [each]);
    return;
  } finally {
    release();
  }
  for (const { piece, resolve, reject } of group) {
    try {
      throwIfCancelled(piece.signal);
      resolve(result);
    } catch (error) {
      reject(error);
    }
  }
}

/** A signal that is aborted once those of all pieces are; undefined where one has none. */
function whenAllAbort(pieces: readonly Piece[]): { signal?: AbortSignal; release(): void } {
  const signals = new Set(pieces.map(({ signal }) => signal));
  const [first] = signals;
  if (signals.size === 1) return { signal: first, release: () => undefined };
  const all = [...signals].filter((signal) => signal !== undefined);
  if (all.length < signals.size) return { release: () => undefined };
  const controller = new AbortController();
  const look = () => {
    if (all.every(({ aborted }) => aborted)) controller.abort(first?.reason);
  };
  for (const signal of all) signal.addEventListener('abort', look, { once: true });
  look();
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of all) signal.removeEventListener('abort', look);
    },
  };
}
