import { token } from '../token.ts';

/** What one step of a plugin's life took. */
export interface TraceSpan {
  plugin: string;
  step: 'import' | 'activate' | 'render' | 'dispose' | 'call';
  /** Milliseconds since the page began, and how long. */
  start: number;
  duration: number;
  /** Bytes that came over the wire for it, where known. */
  bytes: number | null;
}

/** The last thousand steps. */
export interface Trace {
  readonly spans: readonly TraceSpan[];
  measure<T>(plugin: string, step: TraceSpan['step'], run: () => Promise<T>): Promise<T>;
}

export const TRACE = token<Trace>('trace', 1);
