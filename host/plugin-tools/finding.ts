import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

/** Something about a plugin that its author should change (`error`) or know about (`warning`). */
export interface Finding {
  level: 'error' | 'warning';
  /** Relative to the plugin's folder. */
  file: string;
  /** Counted from 1; absent when the whole file is meant. */
  line?: number;
  /** What is wrong and what to do. */
  text: MessageKey;
  params: MessageParams;
}

/** A location such as `web/index.tsx:7`, which editors can open. */
export function placeOf({ file, line }: Pick<Finding, 'file' | 'line'>): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** Thrown with the findings that prevent a plugin from being built. */
export class RefusedPlugin extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings.map((finding) => `${placeOf(finding)} ${finding.text}`).join('\n'));
    this.name = 'RefusedPlugin';
    this.findings = findings;
  }
}

/** @throws RefusedPlugin when one of the findings is an error */
export function refuseErrors(findings: readonly Finding[]): void {
  const errors = findings.filter(({ level }) => level === 'error');
  if (errors.length > 0) throw new RefusedPlugin(errors);
}
