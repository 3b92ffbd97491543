import { extname } from 'node:path';

import { inArray } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import { unlikeOthers } from '#core/server/services/tool-runs/item-names.ts';
import { coreToolItems } from '#core/server/services/tool-runs/tables.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import { LIBRARY } from '#plugins/materials/server/api.ts';

import { certifiedFile, earlierOutput } from '../runs/certified-file.ts';
import { madeOf, selectOutputs } from '../runs/outputs.ts';
import { usedFiles } from '../runs/run-materials.ts';
import type { Run } from '../tables.ts';
import type { Certificate, Pair } from '#plugins/mixing/certificate.ts';

/** A certificate for people who have the account's library: videos by name and id, clips by id and name. */
export async function shownCertificate(
  ctx: ServerContext,
  run: Run,
  certificate: Certificate,
  language: MessageLanguage,
) {
  const { outputs, named } = await nameVideos(ctx, run, certificate, language);
  const names = await clipNames(ctx, run);
  return {
    ...named,
    groups: run.document.groups.map(({ id, name }) => ({ id, name })),
    materials: named.materials.map((use) => ({ ...use, name: names.get(use.material) ?? null })),
    outputs: named.outputs.map((output, at) => ({
      ...output,
      id: outputs.get(certificate.outputs[at]?.file ?? '')?.id ?? null,
    })),
  };
}

/** A self-contained certificate: videos and clips by the names that people know, groups by number. */
export async function exportedCertificate(
  ctx: ServerContext,
  run: Run,
  certificate: Certificate,
  language: MessageLanguage,
): Promise<Certificate> {
  const { named } = await nameVideos(ctx, run, certificate, language);
  const names = await clipNames(ctx, run);
  const clip = (material: string) => names.get(material) ?? material;
  const numbers = new Map(run.document.groups.map(({ id }, index) => [id, String(index + 1)]));
  const group = (id: string) => numbers.get(id) ?? id;
  const placed = <T extends { material: string; group: string }>(shot: T): T => ({
    ...shot,
    ...{ material: clip(shot.material), group: group(shot.group) },
  });
  const advice = named.plan.advice.map((each) => ({
    ...each,
    groups: each.groups.map((some) => ({ ...some, group: group(some.group) })),
  }));
  return {
    ...named,
    plan: { ...named.plan, advice },
    materials: named.materials.map((use) => ({ ...use, material: clip(use.material) })),
    outputs: named.outputs.map((output) => ({ ...output, shots: output.shots.map(placed) })),
    replaced: named.replaced.map((output) => ({ ...output, shots: output.shots.map(placed) })),
  };
}

/** Puts the present names of videos in place of what the certificate calls them. */
async function nameVideos(ctx: ServerContext, run: Run, certificate: Certificate, language: MessageLanguage) {
  const scope = ctx.db.scope(run.accountId);
  const compared = [certificate.earlier?.worst?.b ?? '', ...certificate.replaced.map(({ like }) => like)];
  const earlierIds = compared.flatMap((file) => earlierOutput(file) ?? []);
  const rows = await madeOf(scope, run.id);
  const earlier = earlierIds.length === 0 ? [] : await selectOutputs(scope, inArray(coreToolItems.id, earlierIds));
  const earlierNames = new Map(earlier.map((row) => [row.id, `${row.name}.mp4`]));
  const outputs = new Map(rows.map((row) => [certifiedFile(row.position), row]));
  const nameOf = (file: string) => {
    const before = earlierOutput(file);
    if (before !== undefined)
      return translate(language, 'mixing:earlier-video', { name: earlierNames.get(before) ?? '–' });
    const own = outputs.get(file);
    return own === undefined ? file : `${own.name}.mp4`;
  };
  const pair = (each: Pair): Pair => ({ ...each, a: nameOf(each.a), b: nameOf(each.b) });
  const beside = certificate.earlier ?? null;
  const named: Certificate = {
    ...certificate,
    worst: certificate.worst && pair(certificate.worst),
    failures: certificate.failures.map(pair),
    earlier: beside && { ...beside, worst: beside.worst && pair(beside.worst) },
    outputs: certificate.outputs.map((output) => ({ ...output, file: nameOf(output.file) })),
    replaced: certificate.replaced.map((output) => ({
      ...{ ...output, like: nameOf(output.like) },
      by: output.by === null ? null : nameOf(output.by),
    })),
  };
  return { outputs, named };
}

/** Names of a run's clips by id; no two are the same. */
async function clipNames(ctx: ServerContext, run: Run): Promise<Map<string, string>> {
  const ids = usedFiles(run.document);
  // Without the library, clips have the names of their files.
  const known = await ctx.use(LIBRARY)?.find(run.accountId, ids);
  const files =
    ids.length === 0 ? [] : await ctx.db.scope(run.accountId).select(coreFiles, { where: inArray(coreFiles.id, ids) });
  const fileNames = new Map(files.map(({ id, name }) => [id, name]));
  const taken = new Set<string>();
  return new Map(
    ids.flatMap((id) => {
      const name = known?.get(id)?.name ?? fileNames.get(id);
      if (name === undefined) return [];
      // A name that a person gave may have slashes in it.
      const ending = extname(name);
      return [[id, `${unlikeOthers(name.slice(0, name.length - ending.length), taken)}${ending}`]];
    }),
  );
}
