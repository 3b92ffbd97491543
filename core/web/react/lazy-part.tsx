import { Component, lazy, Suspense, useReducer, type ComponentType, type ReactNode } from 'react';

/** What stands where a part could not be loaded or drawn; it is given the part's own properties too. */
export type PartFault<P> = ComponentType<P & { retry(): void }>;

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
): ComponentType<P> {
  let Part = lazy(load);
  // A failed import stays failed in what React has made of it.
  const renew = (): void => {
    Part = lazy(load);
  };
  return function LazyPart(properties: P) {
    const [attempt, retry] = useReducer((count: number) => count + 1, 0);
    return (
      <PartBoundary
        key={attempt}
        failed={renew}
        fault={Fault === undefined ? null : <Fault {...properties} retry={() => retry()} />}
      >
        <Suspense fallback={null}>
          <Part {...properties} />
        </Suspense>
      </PartBoundary>
    );
  };
}

/** Keeps what cannot be loaded or drawn from taking down what is around it. */
class PartBoundary extends Component<{ failed(): void; fault: ReactNode; children: ReactNode }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(): void {
    this.props.failed();
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fault : this.props.children;
  }
}
