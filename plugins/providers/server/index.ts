import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { routes } from './routes.ts';

export default defineServer({ manifest, routes });
