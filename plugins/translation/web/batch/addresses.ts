import type { ToolAddresses } from '#core/web/tools/tool-addresses.ts';

/** Where all batches are listed. */
export const BATCHES = '/video/translation/batch';

/** Where a batch is begun, and where it is followed. */
export const BATCH_AT: ToolAddresses = { page: `${BATCHES}/new`, run: (id) => `${BATCHES}/${id}` };
