import type { Call } from '#core/contract/call.ts';

/** The calls among the exports of modules such as `calls.ts`, by the names they are exported under. */
export function callsAmong(...modules: readonly Readonly<Record<string, unknown>>[]): Record<string, Call> {
  const calls: Record<string, Call> = {};
  for (const module of modules) {
    for (const [name, value] of Object.entries(module)) if (isCall(value)) calls[name] = value;
  }
  return calls;
}

function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'access' in value &&
    'data' in value
  );
}
