import { writeFileSync } from 'node:fs';

import { z } from 'zod';

import { limitSchema, limitsTable, missed } from './limits.ts';

/** The schema of what a benchmark reports. */
export const benchReportSchema = z.strictObject({
  /** The file's name without `.bench.ts`; marks the section in docs/benchmarks.md. */
  name: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string(),
  /** Whether it was too small for figures that count: they are shown, and published nowhere. */
  isTrial: z.boolean().default(false),
  columns: z.array(z.string()).min(1),
  rows: z.array(z.array(z.union([z.string(), z.number()]))),
  /** What a reader must know to judge the figures, a sentence each. */
  notes: z.array(z.string()),
  /** What is promised; a run that does not keep it fails. */
  limits: z.array(limitSchema).min(1),
});
export type BenchReport = z.input<typeof benchReportSchema>;

/**
 * Hands a benchmark's figures to `npm run bench`; run alone, a benchmark prints them.
 * @throws when a limit is missed, after the figures were handed on
 */
export function reportBench(report: BenchReport): void {
  const file = process.env['REELPORT_BENCH_REPORT'];
  if (file === undefined) {
    const named = ([, ...cells]: (string | number)[]) => cells.map((cell, index) => [report.columns[index + 1], cell]);
    console.table(Object.fromEntries(report.rows.map((row) => [row[0], Object.fromEntries(named(row))])));
    console.log(limitsTable(report.limits, ''));
  } else {
    writeFileSync(file, JSON.stringify(report));
  }
  const misses = report.limits.flatMap((limit) => missed(limit) ?? []);
  if (misses.length > 0) throw new Error(`${report.name} misses its limits: ${misses.join('; ')}`);
}
