import { and, eq, isNull } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { AccountScope } from '#core/server/ground/database/database.ts';

import { mixingProjects } from '../tables.ts';

/** The condition of one project that is not deleted. */
export function thisProject(id: string) {
  // Both operands are given, so there is a condition.
  return and(eq(mixingProjects.id, id), isNull(mixingProjects.deletedAt)) as NonNullable<ReturnType<typeof and>>;
}

/** @throws expected `mixing:project-missing` (404), also for a project of somebody else */
export async function findMixProject(scope: AccountScope, id: string): Promise<typeof mixingProjects.$inferSelect> {
  const row = await scope.find(mixingProjects, thisProject(id));
  return row ?? fail('mixing:project-missing', {}, { kind: 'not-found' });
}
