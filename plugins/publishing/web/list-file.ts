import { CSV_START, csvLine } from '#core/contract/spreadsheet.ts';
import { listToolItems, type ToolItem } from '#core/contract/tool-run-calls.ts';
import { HTTP } from '#core/web/http/http.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import type { ChosenOutputs } from '#core/web/runs/run-outputs.ts';

import { MATERIALS } from '#plugins/materials/api.ts';

/** Items of one call. */
const PAGE = 200;
/** Materials of one call. */
const FOUND = 500;

/** A list of what a run has made, as a table for spreadsheets: a line for each file, with the clips it was made from. */
export async function listFile(context: PluginContext, { runId, items }: ChosenOutputs): Promise<File> {
  const { t } = context;
  const wanted = items === null ? null : new Set(items);
  const made = (await readItems(context, runId)).filter(
    ({ id, files }) => files.length > 0 && (wanted?.has(id) ?? true),
  );
  const names = await namesOf(context, [...new Set(made.flatMap(({ sources }) => sources))]);
  const head = ['number', 'name', 'file-name', 'type', 'size', 'sources'] as const;
  const lines = made.flatMap(({ position, name, files, sources }) =>
    files.map((file) =>
      csvLine([
        ...[position + 1, name, file.name, file.type, file.size],
        sources.map((id) => names.get(id) ?? t('publishing:list.gone')).join(' / '),
      ]),
    ),
  );
  const title = csvLine(head.map((column) => t(`publishing:list.${column}`)));
  return new File([CSV_START, title, ...lines], `${t('publishing:list.file')}.csv`, { type: 'text/csv' });
}

async function readItems(context: PluginContext, id: string): Promise<ToolItem[]> {
  const items: ToolItem[] = [];
  for (let cursor: string | undefined; ;) {
    const args = { params: { id }, query: { limit: PAGE, cursor } };
    const page = await context.get(HTTP).call(listToolItems, args, { signal: context.signal });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}

/** The names of those that are still there. */
async function namesOf(context: PluginContext, ids: readonly string[]): Promise<Map<string, string>> {
  const library = context.tryGet(MATERIALS);
  const names = new Map<string, string>();
  for (let at = 0; library !== undefined && at < ids.length; at += FOUND) {
    for (const [id, { name }] of await library.find(ids.slice(at, at + FOUND))) names.set(id, name);
  }
  return names;
}
