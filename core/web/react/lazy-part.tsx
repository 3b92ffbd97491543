import { Component, startTransition, useEffect, useReducer, useState, type ComponentType, type ReactNode } from 'react';

/** Replaces a part that could not be loaded or rendered; it is given the part's own properties too. */
export type PartFault<P> = ComponentType<P & { retry(): void }>;

/** A part whose code is loaded when it is first rendered. */
export type LazyPart<P> = ComponentType<P> & {
  /** Loads its code ahead of time; failures show when it is rendered. */
  fetch(): void;
};

/**
 * Makes a part of the shell whose code is loaded when it is first rendered. A part that cannot be loaded, for example
 * after a deploy, or that crashes, never takes the rest of the page with it; it is tried again by `retry` and whenever
 * it is rendered again.
 * @param Fault shown in its place then; nothing by default
 * @example const Shell = lazyPart(() => import('./Shell.tsx'), ShellFault);
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Fault?: PartFault<P>,
): LazyPart<P> {
  let Part: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;

  function fetch(): Promise<void> {
    loading ??= load().then(
      (module) => {
        Part = module.default;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  // React.lazy would delay it: React keeps a fallback on screen for at least 300 ms.
  function Content(properties: P) {
    const [, draw] = useReducer((count: number) => count + 1, 0);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    const isThere = Part !== undefined;
    useEffect(() => {
      if (isThere) return undefined;
      let isHere = true;
      fetch().then(
        // In slices, between which the browser answers.
        () => isHere && startTransition(draw),
        (error: unknown) => isHere && setFailure({ error }),
      );
      return () => {
        isHere = false;
      };
    }, [isThere]);
    if (failure !== null) throw failure.error;
    return Part === undefined ? null : <Part {...properties} />;
  }

  function LazyPart(properties: P) {
    const [attempt, retry] = useReducer((count: number) => count + 1, 0);
    return (
      <PartBoundary key={attempt} fault={Fault === undefined ? null : <Fault {...properties} retry={() => retry()} />}>
        <Content {...properties} />
      </PartBoundary>
    );
  }

  return Object.assign(LazyPart, { fetch: () => void fetch().catch(() => undefined) });
}

/** Keeps a part that cannot be loaded or rendered from crashing what is around it. */
class PartBoundary extends Component<{ fault: ReactNode; children: ReactNode }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fault : this.props.children;
  }
}
