import { DrizzleQueryError } from 'drizzle-orm/errors';
import { destination, pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

export interface LogOptions {
  /** pino's levels; `silent` for none. */
  level: string;
  /** The name of the program: `api`, `worker`, … */
  name: string;
  /** Standard output by default. */
  stream?: DestinationStream;
}

const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'token',
  'accessToken',
  'access_token',
  'secret',
  'secretKey',
  'secretAccessKey',
  'validate',
  'mobileCode',
];

/**
 * The structured log of a process: one JSON object per line. Fields named like secrets are masked down to the second
 * level, and the values of a failed query are removed, because they are users' data.
 */
export function createLog({ level, name, stream }: LogOptions): Logger {
  return pino(
    {
      level,
      name,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRETS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `*["set-${field}"]`]),
        censor: '***',
      },
      serializers: { err: describeError, error: describeError },
    },
    stream ?? destination({ dest: 1, sync: true }),
  );
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const described = stdSerializers.errWithCause(error);
  hideQueryValues(error, described);
  return described;
}

function hideQueryValues(error: unknown, described: unknown): void {
  if (!(error instanceof Error) || typeof described !== 'object' || described === null) return;
  const target = described as Record<string, unknown>;
  if (error instanceof DrizzleQueryError) {
    delete target['params'];
    for (const field of ['message', 'stack']) target[field] = withoutParams(String(target[field]));
  }
  // PostgreSQL repeats the values of the row in `detail`.
  delete target['detail'];
  hideQueryValues(error.cause, target['cause']);
}

/** drizzle writes `Failed query: …\nparams: …` and the stack begins with the same text. */
function withoutParams(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n    at |$)/, '');
}
