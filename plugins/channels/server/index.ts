import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { channelAdapters } from './channel-adapters.ts';

export default defineServer({ manifest, providers: channelAdapters });
