import type { ServerContext } from '#core/server/plugins/context.ts';
import type { ServerPlugin } from '#core/server/plugins/server-plugin.ts';
import type { AccountFiles } from '#core/server/services/files/account-files.ts';
import type { FileStore } from '#core/server/services/files/file-store.ts';
import { sweepUploads } from '#core/server/services/uploads/sweep-uploads.ts';

/** Removes what is no longer kept, and says how much that was. */
interface Swept {
  sweep(): Promise<number>;
}

/** All that keeps data for a while. */
export interface ToSweep {
  /** The plugins that ship with the product. */
  plugins: readonly ServerPlugin[];
  ctx: ServerContext & { readonly files: AccountFiles };
  store: FileStore;
  /** What removes rows besides these plugins. */
  others: readonly Swept[];
  media: { sweep(): Promise<{ removed: number }> };
}

/** How much was removed. */
export interface Removed {
  rows: number;
  uploads: number;
  files: number;
  /** Renderings. */
  nodes: number;
}

/** Removes data that plugins no longer keep, abandoned uploads, files without a record, and unused renderings. */
export async function sweep({ plugins, ctx, store, others, media }: ToSweep): Promise<Removed> {
  let rows = await sweepPlugins(plugins, ctx);
  for (const other of others) rows += await other.sweep();
  return {
    rows,
    uploads: await sweepUploads({ db: ctx.db, store, clock: ctx.clock }),
    files: await ctx.files.sweep(),
    nodes: (await media.sweep()).removed,
  };
}

/** Lets plugins remove what they no longer keep; if one fails, the others still run. */
async function sweepPlugins(plugins: readonly ServerPlugin[], ctx: ServerContext): Promise<number> {
  let removed = 0;
  for (const plugin of plugins) {
    try {
      removed += (await plugin.sweep?.(ctx)) ?? 0;
    } catch (error) {
      ctx.log.warn({ err: error, plugin: plugin.manifest.id }, 'what is too old could not be removed');
    }
  }
  return removed;
}
