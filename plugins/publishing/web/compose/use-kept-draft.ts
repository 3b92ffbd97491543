import { reaction, runInAction } from 'mobx';
import { useEffect, useState } from 'react';
import { z } from 'zod';

import type { Mention } from '#core/contract/post-text.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { SESSION } from '#core/web/session/session.ts';
import { STORAGE } from '#core/web/storage/storage.ts';

import { wishedPosts, type WishedPosts } from '#plugins/publishing/plan-calls.ts';
import { productSchema } from '#plugins/publishing/product-calls.ts';
import { fieldOfMoment, timesOfWeek } from '../fields/moment.ts';
import type { PublishDraft } from './PublishDraft.ts';

const keptSchema = z.object({ wish: wishedPosts, named: z.string(), product: productSchema.nullable() });
type Kept = z.output<typeof keptSchema>;

/**
 * Keeps what is composed in this browser, so that a reload finds it again, with the copies that it waits for. What was
 * published is forgotten.
 * @param from what the address itself names, which comes before what was kept
 */
export function useKeptDraft(draft: PublishDraft, from: { run: string | null; materials: string | null }): void {
  const context = usePluginContext();
  // What the address names is looked at only when the page is opened.
  const [{ run, materials }] = useState(from);
  useEffect(() => {
    const storage = context.get(STORAGE);
    const key = `draft.${context.get(SESSION).user?.id ?? ''}`;
    const isNew = draft.works.length === 0 && draft.taken.run === null && draft.chosen.size === 0;
    const kept = isNew && materials === null ? keptSchema.safeParse(storage.read(key)).data : undefined;
    const isSame = kept !== undefined && (run === null || ('runId' in kept.wish.what && kept.wish.what.runId === run));
    if (isSame) void restore(draft, kept, run === null);
    return reaction(
      () => {
        const { wish, named, product } = draft;
        return wish === null ? null : JSON.stringify({ wish, named, product });
      },
      (text) => {
        if (text !== null) storage.write(key, JSON.parse(text));
        else if (draft.works.length === 0) storage.remove(key);
      },
      { delay: 300 },
    );
  }, [context, draft, run, materials]);
}

async function restore(draft: PublishDraft, { wish, named, product }: Kept, takesWorks: boolean): Promise<void> {
  const { what, channels, deal, moves, perDay, apart, titles, texts, topics, place, covers, own } = wish;
  runInAction(() => {
    Object.assign(draft, { deal, moves, perDay, apart, place, named, product });
    draft.chosen = new Set(channels);
    draft.words.set({ topics, titles: titles.join('\n'), texts: texts.length === 0 ? [''] : texts });
    draft.own.restore(wish);
    draft.when.set(timesOf(wish));
  });
  const ownCovers = Object.values(own).flatMap(({ cover }) => cover ?? []);
  const pictures = draft.covers.restore(covers, ownCovers);
  if (takesWorks && 'materials' in what) await draft.taken.takeMaterials(what.materials);
  else if (takesWorks && 'runId' in what) await draft.taken.takeRun(what.runId, what.items ?? null);
  await pictures;
  await draft.channels.load();
  const mentions: Record<string, Mention[]> = {};
  for (const { id, platform } of draft.channels.value ?? []) {
    const named = wish.mentions[id];
    if (named !== undefined) mentions[platform] = named;
  }
  draft.words.set({ mentions });
}

/** When posts go out, as its fields have it. */
function timesOf({ when, spread }: WishedPosts): Parameters<PublishDraft['when']['set']>[0] {
  const { kind } = when;
  if (when.kind === 'now') return { kind };
  const at = fieldOfMoment(new Date(when.kind === 'at' ? when.at : when.from));
  return {
    ...{ kind, at, spread },
    ...(when.kind === 'every' ? { hours: when.hours } : {}),
    ...(when.kind === 'slots' ? timesOfWeek(when.minutes) : {}),
  };
}
