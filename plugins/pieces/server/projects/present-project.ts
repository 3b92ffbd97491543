import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ProjectRow } from '#plugins/pieces/calls.ts';

import type { piecesProjects } from '../tables.ts';

/** A project's row as its owner sees it. */
export function presentProject(
  { id, name, state, error, materials, slots, revision, updatedAt }: typeof piecesProjects.$inferSelect,
  language: MessageLanguage,
): ProjectRow {
  const told = error === null ? null : translate(language, error.code, error.params);
  return { id, name, state, error: told, materials, slots, revision, updatedAt: updatedAt.toISOString() };
}
