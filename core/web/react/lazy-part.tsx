import { Component, useEffect, useReducer, useState, type ComponentType, type ReactNode } from 'react';

/** What stands where a part could not be loaded or drawn; it is given the part's own properties too. */
export type PartFault<P> = ComponentType<P & { retry(): void }>;

/** A part whose code comes when it is first drawn. */
export type LazyPart<P> = ComponentType<P> & {
  /** Fetches its code ahead; drawing it tells what goes wrong. */
  fetch(): void;
};

/**
 * Makes a part of the shell whose code is loaded when it is first drawn. A part that cannot be loaded, as after
 * a deploy, or that breaks, never takes the rest of the page with it; it is tried anew by `retry` and whenever it
 * is drawn again.
 * @param Fault stands in its place then; nothing when absent
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

  // React's own lazy parts would wait: what takes the place of a fallback is kept back until that stood for 300 ms.
  function Content(properties: P) {
    const [, draw] = useReducer((count: number) => count + 1, 0);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    const isThere = Part !== undefined;
    useEffect(() => {
      if (isThere) return undefined;
      let isHere = true;
      fetch().then(
        () => isHere && draw(),
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

/** Keeps what cannot be loaded or drawn from taking down what is around it. */
class PartBoundary extends Component<{ fault: ReactNode; children: ReactNode }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fault : this.props.children;
  }
}
