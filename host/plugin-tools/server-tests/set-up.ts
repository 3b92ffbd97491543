import { afterAll } from '@rstest/core';

import { closeServers, openBy } from '#core/server/testing/workbench/opened-server.ts';
import { openTestedServer } from '#host/plugin-tools/server-tests/open-server.ts';

openBy(openTestedServer);
afterAll(closeServers);
