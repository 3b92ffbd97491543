import { defineWeb } from '#core/web/define-web.ts';
import { lazyPart } from '#core/web/react/lazy-part.tsx';

import { LANDING_SECTIONS } from '#plugins/landing/api.ts';
import { ConsumptionStore } from './consumption/ConsumptionStore.ts';
import { TiersStore } from './TiersStore.ts';

const TiersSection = lazyPart(() => import('./TiersSection.tsx'));

export default defineWeb({
  pages: {
    Tiers: () => import('./TiersPage.tsx'),
    Consumption: () => import('./consumption/ConsumptionPage.tsx'),
  },
  stores: [TiersStore, ConsumptionStore],
  activate(context) {
    context.contribute(LANDING_SECTIONS, { id: 'tiers', title: 'membership:landing-title', Section: TiersSection });
  },
});
