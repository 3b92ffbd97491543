import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { eq } from 'drizzle-orm';

import type { LedgerUnit } from '#core/contract/ledger.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { Cell, SheetColumn } from '#core/server/ground/spreadsheets/sheet.ts';
import { SPREADSHEET_TYPES, writeSpreadsheet } from '#core/server/ground/spreadsheets/write-spreadsheet.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import type { JobHandler, JobRun } from '#core/server/services/jobs/jobs.ts';

import type { Consumption } from '#plugins/membership/calls.ts';
import { membershipExports, type ExportRow } from '../tables.ts';
import { findConsumption } from './consumption.ts';
import { KEEP_EXPORT } from './exports.ts';

/**
 * The job that writes a spreadsheet of what an account spent on jobs. It begins anew after a crash.
 * @param options.part rows that are read at once
 */
export function exportConsumption(ctx: ServerContext, { part = 500 }: { part?: number } = {}): JobHandler {
  return async (job) => {
    const { id, accountId } = job.task;
    const isIt = eq(membershipExports.id, id);
    const row = await ctx.db.scope(accountId).find(membershipExports, isIt);
    // It has expired before its turn came.
    if (row === undefined) return;
    const path = join(ctx.temporaryFolder, temporaryName());
    try {
      const rows = await writeRows(ctx, job, row, { path, part });
      const { format, language, zone } = row;
      const now = ctx.clock.now();
      const title = translate(language, 'membership:consumption.title');
      // Swedes write dates as file names want them.
      const name = `${title} ${now.toLocaleDateString('sv', { timeZone: zone })}.${format}`;
      await job.complete(async (tx) => {
        if ((await tx.scope(accountId).count(membershipExports, isIt)) === 0) return;
        const file = await ctx.files.addLocal(tx, accountId, path, {
          ...{ name, type: SPREADSHEET_TYPES[format], derived: true },
        });
        const written = { fileId: file.id, rows, expiresAt: new Date(now.getTime() + KEEP_EXPORT) };
        await tx.scope(accountId).update(membershipExports, isIt, written);
      });
    } finally {
      await rm(path, { force: true });
    }
  };
}

/** @returns how many rows */
async function writeRows(
  ctx: ServerContext,
  job: JobRun,
  row: ExportRow,
  { path, part }: { path: string; part: number },
): Promise<number> {
  const { accountId, filter, format, language, zone } = row;
  const found = await findConsumption(ctx, accountId, { ...filter, language });
  const total = await found.count();
  let written = 0;
  async function* parts(): AsyncGenerator<Cell[][], void> {
    for (let last: string | undefined; ;) {
      const records = await found.read(last, part);
      if (records.length === 0) return;
      last = records.at(-1)?.id;
      written += records.length;
      job.progress(total === 0 ? 1 : written / total);
      yield records.map((record) => cellsOf(record, language));
    }
  }
  const sheet = {
    name: translate(language, 'membership:consumption.title'),
    columns: columnsOf(language, zone),
    ...{ zone, rows: parts() },
  };
  await writeSpreadsheet(path, format, sheet, { signal: job.signal });
  return written;
}

function columnsOf(language: MessageLanguage, zone: string): SheetColumn[] {
  const say = (key: Parameters<typeof translate>[1]) => translate(language, key);
  return [
    { title: translate(language, 'membership:export.when', { zone }), width: 26 },
    { title: say('membership:consumption.account'), width: 18 },
    { title: say('membership:consumption.service'), width: 16 },
    { title: say('membership:consumption.name'), width: 32 },
    { title: say('membership:export.seconds'), width: 12 },
    { title: say('membership:consumption.state'), width: 12 },
    { title: say('membership:export.unit'), width: 18 },
    { title: say('membership:consumption.change'), width: 12 },
    { title: say('membership:export.before'), width: 12 },
    { title: say('membership:export.after'), width: 12 },
  ];
}

function cellsOf(record: Consumption, language: MessageLanguage): Cell[] {
  const { account, at, service, name, seconds, state, isOpen, unit, change, before, after } = record;
  return [
    new Date(at),
    account.name === '' ? translate(language, 'membership:consumption.erased') : account.name,
    ...[service, name, seconds],
    translate(language, `membership:consumption.${isOpen ? 'open' : state}`),
    translate(language, `shell:unit.${unit}`),
    ...[amountOf(unit, change), amountOf(unit, before), amountOf(unit, after)],
  ];
}

/** As people count it: money in yuan. */
function amountOf(unit: LedgerUnit, amount: number): number {
  return unit === 'fen' ? amount / 100 : amount;
}
