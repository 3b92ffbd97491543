import { Component, type ReactNode } from 'react';

import { KernelContext } from '#core/web/react/contexts.ts';

import { PluginFault } from './PluginFault.tsx';

/** Properties of the error boundary. */
export interface PluginBoundaryProps {
  /** Id of the plugin that owns the components below. */
  plugin: string;
  /** A crashed part is rendered again when this changes: for a page, its path. */
  resetKey?: string;
  /** Shows errors in one line instead of a panel, for small parts such as a slot's items. */
  compact?: boolean;
  children: ReactNode;
}

interface State {
  fault: { error: unknown } | null;
  resetKey: string | undefined;
}

/** Keeps errors in the rendering or effects of a plugin's components from breaking anything else. */
export class PluginBoundary extends Component<PluginBoundaryProps, State> {
  static override contextType = KernelContext;
  declare context: React.ContextType<typeof KernelContext>;

  override state: State = { fault: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { fault: { error } };
  }

  static getDerivedStateFromProps({ resetKey }: PluginBoundaryProps, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { fault: null, resetKey };
  }

  override componentDidCatch(error: unknown): void {
    this.context?.plugins.report(this.props.plugin, 'render', error);
  }

  override render(): ReactNode {
    const { plugin, compact, children } = this.props;
    const { fault } = this.state;
    if (fault === null) return children;
    return (
      <PluginFault
        plugin={plugin}
        sentence="shell:plugin-render-failed"
        error={fault.error}
        compact={compact}
        onRetry={() => this.setState({ fault: null })}
      />
    );
  }
}
