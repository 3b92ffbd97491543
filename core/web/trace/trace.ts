import { token } from '../token.ts';

/** The duration of one step in a plugin's life. */
export interface TraceSpan {
  plugin: string;
  step: 'import' | 'activate' | 'render' | 'dispose' | 'call';
  /** Milliseconds: from the start of the page, and the duration. */
  start: number;
  duration: number;
  /** Bytes transferred for it, if known. */
  bytes: number | null;
}

/** The last thousand spans. */
export interface Trace {
  readonly spans: readonly TraceSpan[];
  measure<T>(plugin: string, step: TraceSpan['step'], run: () => Promise<T>): Promise<T>;
}

export const TRACE = token<Trace>('trace', 1);
