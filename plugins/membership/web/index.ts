import { defineWeb } from '#core/web/define-web.ts';
import { lazyPart } from '#core/web/react/lazy-part.tsx';

import { LANDING_SECTIONS } from '#plugins/landing/api.ts';
import { ConsumptionStore } from './consumption/ConsumptionStore.ts';
import { ShopStore } from './shop/ShopStore.ts';
import { TiersStore } from './TiersStore.ts';

const TiersSection = lazyPart(() => import('./TiersSection.tsx'));

export default defineWeb({
  pages: {
    Tiers: async () => ({ default: (await import('./pages.ts')).Tiers }),
    Packages: async () => ({ default: (await import('./pages.ts')).Packages }),
    Balance: async () => ({ default: (await import('./pages.ts')).Balance }),
    Order: async () => ({ default: (await import('./pages.ts')).Order }),
    Trial: async () => ({ default: (await import('./pages.ts')).Trial }),
    Consumption: async () => ({ default: (await import('./pages.ts')).Consumption }),
    Orders: async () => ({ default: (await import('./pages.ts')).Orders }),
  },
  stores: [TiersStore, ConsumptionStore, ShopStore],
  activate(context) {
    context.contribute(LANDING_SECTIONS, { id: 'tiers', title: 'membership:landing-title', Section: TiersSection });
  },
});
