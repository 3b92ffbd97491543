/**
 * A node is a pure function of its inputs. Its output is a folder of files, found again by the
 * node's key for as long as the cache keeps it.
 */
export interface RenderNode {
  /** What it does, such as `clip` or `joint`; part of the key. */
  operation: string;
  /** Everything that changes the output besides the inputs: plain JSON. Part of the key. */
  params: unknown;
  /** Nodes whose outputs this one reads. */
  inputs: readonly RenderNode[];
  /** Hashes of files from outside that it reads (sha-256 of their bytes). Part of the key. */
  sources?: readonly string[];
  /** Rough CPU seconds, for progress and time left. */
  weight: number;
  /**
   * Makes the output files inside `work.folder`. Must check them before it returns: what it leaves
   * is served from then on.
   */
  build(work: NodeWork): Promise<void>;
}

/** What a node's `build` is given. */
export interface NodeWork {
  /** An empty folder of this attempt; it becomes the node's output when `build` returns. */
  folder: string;
  /** Output folders of `inputs`, in their order. */
  inputs: readonly string[];
  signal: AbortSignal;
  /** Reports 0 to 1. */
  progress(value: number): void;
}

export interface MakeOptions {
  signal?: AbortSignal;
  /** Share of the whole that is done, 0 to 1, weighted, and the estimated seconds left. */
  onProgress?: (done: number, secondsLeft: number | null) => void;
}

/** What a graph did since it was opened. */
export interface GraphStatistics {
  /** Nodes found in the cache. */
  hits: number;
  /** Nodes built by this process. */
  builds: number;
  /** Cached outputs found broken, thrown away and rebuilt. */
  repairs: number;
}

/** A content-addressed render graph: a node that exists is looked up, never made twice. */
export interface RenderGraph {
  /** The node's key: a hash of operation, parameters, input keys, sources and engine version. */
  key(node: RenderNode): string;
  /**
   * Makes sure that every node exists and runs `use` with their output folders, in order. They are
   * not evicted before `use` returns. Nodes that another process is building are waited for last.
   * The first node that fails fails the whole; those that are done stay. Must not be called inside a
   * node's `build`.
   * @throws AbortError when cancelled, after what was being built is really gone
   */
  make<T>(
    nodes: readonly RenderNode[],
    use: (folders: readonly string[]) => Promise<T>,
    options?: MakeOptions,
  ): Promise<T>;
  /**
   * Throws a node's output away, because whoever read it found it damaged; the next `make` builds it
   * again. A node that does not exist is no error.
   */
  discard(key: string): Promise<void>;
  readonly statistics: GraphStatistics;
}
