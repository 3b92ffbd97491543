import { and, asc, desc, eq, ne, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';

import type { ToolItemState } from '#core/contract/tool-run-calls.ts';
import type { AccountScope } from '#core/server/ground/database/database.ts';
import { coreToolItems, type ItemRow } from '#core/server/services/tool-runs/tables.ts';
import type { RunError } from '#core/server/services/tool-runs/tool.ts';

import { mixingRuns, type Run } from '../tables.ts';
import type { OutputFacts } from './run-facts.ts';

/** What an output is made of, as its run planned it. */
export const plannedOutputSchema = z.object({
  shots: z.array(
    z.object({
      ...{ group: z.string(), material: z.string(), symbol: z.string() },
      window: z.object({ start: z.number(), end: z.number() }),
    }),
  ),
  title: z.string().nullable(),
  /** Its place in the run, by which it has its part of the dubbing; absent in rows of before parts were dealt out. */
  place: z.number().int().default(0),
});
export type PlannedOutput = z.output<typeof plannedOutputSchema>;

/** What a row says of a rendered output, beside its files. */
export type RenderedFacts = OutputFacts['made'] & {
  /** The finished video, of this run or an earlier one, that it was too much like, so that it was replaced. */
  likeId?: string;
  /** Whether its materials know that it was made with them. */
  counted?: boolean;
};

/** A video of a run, an item of a tool's run. One that was replaced stays as a row: its shots count as made before. */
export interface Output extends PlannedOutput {
  id: string;
  accountId: string;
  runId: string;
  /** From 0, its place in the run. */
  position: number;
  state: Exclude<ToolItemState, 'working'>;
  /** Without `.mp4`; unlike every other of the run. */
  name: string;
  /** The video, once it is made. */
  fileId: string | null;
  /** What the certificate needs of the made video. */
  facts: RenderedFacts | null;
  likeId: string | null;
  /** Why it failed, or why nothing could be made of it. */
  error: RunError | null;
  createdAt: Date;
}

/** A run's item as an output. */
export function outputOf(row: ItemRow): Output {
  const { id, accountId, runId, position, state, name, error, createdAt } = row;
  // Our own rows: the tool wrote what it says here.
  const facts = row.facts as RenderedFacts | null;
  const [file] = row.files;
  return {
    ...plannedOutputSchema.parse(row.params),
    ...{ id, accountId, runId, position, name, error, createdAt, facts },
    // Nothing could be made of it, so its shots may come again.
    state: state === 'replaced' && error !== null ? 'given-up' : state,
    ...{ fileId: file?.id ?? null, likeId: facts?.likeId ?? null },
  };
}

/** The outputs of a project's runs. */
export function ofProject(projectId: string): SQL {
  return sql`${coreToolItems.runId} in (
    select ${mixingRuns.id} from ${mixingRuns} where ${eq(mixingRuns.projectId, projectId)})`;
}

/** Outputs of an account, oldest first. */
export async function selectOutputs(scope: AccountScope, where: SQL | undefined): Promise<Output[]> {
  const rows = await scope.select(coreToolItems, { where, orderBy: asc(coreToolItems.id) });
  return rows.map(outputOf);
}

/** The finished outputs of a run, in their order. */
export async function madeOf(scope: AccountScope, runId: string): Promise<Output[]> {
  const rows = await scope.select(coreToolItems, {
    where: and(eq(coreToolItems.runId, runId), eq(coreToolItems.state, 'made')),
    orderBy: asc(coreToolItems.position),
  });
  return rows.map(outputOf);
}

/** The latest finished outputs of other runs of the project. */
export async function madeBeside(
  scope: AccountScope,
  { id, projectId }: Pick<Run, 'id' | 'projectId'>,
  { limit, where }: { limit: number; where?: SQL | undefined },
): Promise<Output[]> {
  const others = and(ofProject(projectId), eq(coreToolItems.state, 'made'), ne(coreToolItems.runId, id), where);
  const rows = await scope.select(coreToolItems, { where: others, orderBy: desc(coreToolItems.id), limit });
  return rows.map(outputOf);
}
