import { toolAddresses } from '#core/web/tools/tool-addresses.ts';

/** Where the tool's pages are, as `plugin.ts` has them. */
export const AT = toolAddresses('/video/captions/mosaic');
