/**
 * A node is a pure function of its inputs. Its output is a folder of files, found by the node's key for as long
 * as the cache keeps it.
 */
export interface RenderNode {
  /** The operation, such as `clip` or `joint`; part of the key. */
  operation: string;
  /** Everything besides the inputs that changes the output: plain JSON. Part of the key. */
  params: unknown;
  /** Nodes whose outputs this one reads. */
  inputs: readonly RenderNode[];
  /** Hashes (sha-256) of the outside files that it reads. Part of the key. */
  sources?: readonly string[];
  /** Rough CPU seconds, used for progress and the remaining time. */
  weight: number;
  /** It takes a second at most, and does not wait behind what takes longer; false by default. */
  brief?: boolean;
  /** A tool may do it together with others: more of them than there are cores are built at once; false by default. */
  together?: boolean;
  /**
   * Writes the output files into `work.folder`. Must check them before it returns: they are used as they are
   * from then on.
   */
  build(work: NodeWork): Promise<void>;
}

/** What a node's `build` receives. */
export interface NodeWork {
  /** An empty folder for this attempt; it becomes the node's output when `build` returns. */
  folder: string;
  /** Output folders of `inputs`, in their order. */
  inputs: readonly string[];
  signal: AbortSignal;
  /** Reports progress, 0 to 1. */
  progress(value: number): void;
}

/** How nodes are made. */
export interface MakeOptions {
  signal?: AbortSignal;
  /** The share of the whole that is done, 0 to 1, weighted by cost, and the estimated seconds left. */
  onProgress?: (done: number, secondsLeft: number | null) => void;
}

/** What a graph has done since it was opened. */
export interface GraphStatistics {
  /** Nodes found in the cache. */
  hits: number;
  /** Nodes built by this process. */
  builds: number;
  /** Cached outputs found damaged, discarded and rebuilt. */
  repairs: number;
}

/** A content-addressed render graph: a node that is in the cache is never built twice. */
export interface RenderGraph {
  /** The node's key: a hash of operation, parameters, input keys, sources and engine version. */
  key(node: RenderNode): string;
  /**
   * Makes sure that every node exists and runs `use` with their output folders, in order. They are not evicted
   * before `use` returns. Where more is wanted at once than there are cores, what was asked for first is built first,
   * so that one call ends before the next has everything. Nodes that another process is building are waited for last. The first node to fail
   * fails the whole call; nodes already built stay cached. Must not be called inside a node's `build`.
   * @throws AbortError when cancelled, after the running builds have really stopped
   */
  make<T>(
    nodes: readonly RenderNode[],
    use: (folders: readonly string[]) => Promise<T>,
    options?: MakeOptions,
  ): Promise<T>;
  /**
   * Runs `use` with the output folder of a node that is in this machine's cache.
   * @returns null when it is not; nothing is built then
   */
  recall<T>(node: RenderNode, use: (folder: string) => Promise<T>): Promise<T | null>;
  /**
   * Discards a node's output because a reader found it damaged; the next `make` builds it again. A missing node
   * is not an error.
   */
  discard(key: string): Promise<void>;
  readonly statistics: GraphStatistics;
}
