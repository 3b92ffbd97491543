import { defineWeb } from '#core/web/define-web.ts';
import { ROUTER } from '#core/web/router/router.ts';

import { ExtensionChanges } from './stores/ExtensionChanges.ts';
import { DeveloperStore } from './developer/DeveloperStore.ts';
import { InstallStore } from './install/InstallStore.ts';
import { ExtensionsStore } from './stores/ExtensionsStore.ts';
import { ExtensionStore } from './stores/ExtensionStore.ts';
import { OperatorSettingsStore } from './page/OperatorSettingsStore.ts';
import { WhyStore } from './page/WhyStore.ts';

export default defineWeb({
  pages: {
    Extensions: async () => ({ default: (await import('./pages.ts')).Extensions }),
    Extension: async () => ({ default: (await import('./pages.ts')).Extension }),
  },
  dialogs: {
    install: async () => ({ default: (await import('./dialogs.ts')).Install }),
    developer: async () => ({ default: (await import('./dialogs.ts')).Developer }),
  },
  stores: [
    ExtensionsStore,
    ExtensionStore,
    ExtensionChanges,
    InstallStore,
    DeveloperStore,
    WhyStore,
    OperatorSettingsStore,
  ],
  commands: {
    async open(context) {
      await context.get(ROUTER).go('/operator/plugins');
    },
  },
});
