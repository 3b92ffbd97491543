import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

/** One thing about a plugin that its author should change (`error`) or know of (`warning`). */
export interface Finding {
  level: 'error' | 'warning';
  /** Relative to the plugin's folder. */
  file: string;
  /** From 1; absent when the file as a whole is meant. */
  line?: number;
  /** What it is and what to do. */
  text: MessageKey;
  params: MessageParams;
}

/** `web/index.tsx:7`, as editors follow it. */
export function placeOf({ file, line }: Pick<Finding, 'file' | 'line'>): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** Findings that keep a plugin from being built. */
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
