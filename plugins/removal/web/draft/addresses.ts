import type { ToolAddresses } from '#core/web/tools/tool-addresses.ts';

/** Where the tool's pages are, as `plugin.ts` has them. */
export const AT: ToolAddresses = { page: '/subtitle/removal', run: (id) => `/subtitle/removal/${id}` };
