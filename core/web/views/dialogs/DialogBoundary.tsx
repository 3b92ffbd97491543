import { Component, type ReactNode } from 'react';

/** Keeps what breaks while a dialog is drawn from breaking the page, and from leaving a window that nothing closes. */
export class DialogBoundary extends Component<{ failed(error: unknown): void; children: ReactNode }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.failed(error);
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children;
  }
}
