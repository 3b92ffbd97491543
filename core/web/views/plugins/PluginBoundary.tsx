import { Component, type ReactNode } from 'react';

import { KernelContext } from '#core/web/react/contexts.ts';

import { PluginFault } from './PluginFault.tsx';

/** What a boundary is told. */
export interface PluginBoundaryProps {
  /** Id of the plugin whose components are below. */
  plugin: string;
  /** A broken part is drawn anew when this changes: the path of a page. */
  resetKey?: string;
  /** One line instead of a panel, for small parts such as a slot's items. */
  compact?: boolean;
  children: ReactNode;
}

interface State {
  fault: { error: unknown } | null;
  resetKey: string | undefined;
}

/** Keeps what breaks while drawing a plugin's components, or in their effects, from breaking anything else. */
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
