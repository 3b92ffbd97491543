import { styleText } from 'node:util';

import { z } from 'zod';

const lineSchema = z.looseObject({ level: z.number(), time: z.string(), name: z.string(), msg: z.string().optional() });

/** Formats a line of the server's structured log for reading; returns any other line unchanged. */
export function prettyLine(line: string): string {
  const entry = lineSchema.safeParse(parse(line)).data;
  if (entry === undefined) return line;
  const { level, time, name, msg = '', pid: _pid, hostname: _hostname, err, ...fields } = entry;
  const color = level >= 50 ? 'red' : level >= 40 ? 'yellow' : 'green';
  const details = Object.keys(fields).length === 0 ? '' : styleText('dim', ` ${JSON.stringify(fields)}`);
  const stack = z.object({ stack: z.string() }).safeParse(err).data?.stack;
  const text = `${time.slice(11, 19)} ${styleText(color, name.padEnd(6))} ${msg}${details}`;
  return stack === undefined ? text : `${text}\n${stack}`;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
