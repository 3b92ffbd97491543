import { HttpFailure } from '#core/web/http/http.ts';

/** What the server said to an attempt, as it is shown beside what it is about. */
export interface Refusal {
  kind: 'warning' | 'error';
  /** A sentence in the reader's language. */
  text: string;
}

/** What went wrong with a call, as a refusal; null when it was only cancelled. */
export function refusalOf(error: unknown, kind: Refusal['kind'], otherwise: string): Refusal | null {
  if (error instanceof HttpFailure) {
    if (error.kind === 'cancelled') {
      return null;
    }
    return { kind, text: error.message === '' ? otherwise : error.message };
  }
  return { kind: 'error', text: otherwise };
}
