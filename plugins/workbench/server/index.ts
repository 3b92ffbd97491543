import { defineServer } from '#core/server/server-plugin.ts';

import manifest from '../plugin.ts';
import { routes } from './routes.ts';

export default defineServer({ manifest, routes });
