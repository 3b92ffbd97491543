import { defineWeb } from '#core/web/define-web.ts';
import { lazyPart } from '#core/web/react/lazy-part.tsx';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';

import { LANDING_SECTIONS } from '#plugins/landing/api.ts';
import { EXPORT_CONSUMPTION } from '#plugins/membership/calls.ts';
import { ConsumptionStore } from './consumption/ConsumptionStore.ts';
import { AllOrdersStore } from './operator/AllOrdersStore.ts';
import { InvoicesStore } from './operator/InvoicesStore.ts';
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
    AllOrders: async () => ({ default: (await import('./operator/money-pages.ts')).AllOrders }),
    OrderFile: async () => ({ default: (await import('./operator/money-pages.ts')).OrderFile }),
    Exchange: async () => ({ default: (await import('./pages.ts')).Exchange }),
    Differences: async () => ({ default: (await import('./operator/money-pages.ts')).Differences }),
    Members: async () => ({ default: (await import('./operator/money-pages.ts')).Members }),
    MemberFile: async () => ({ default: (await import('./operator/money-pages.ts')).MemberFile }),
    Adjustments: async () => ({ default: (await import('./operator/money-pages.ts')).Adjustments }),
    Prices: async () => ({ default: (await import('./operator/money-pages.ts')).Prices }),
    TierRules: async () => ({ default: (await import('./operator/money-pages.ts')).TierRules }),
    Codes: async () => ({ default: (await import('./operator/money-pages.ts')).Codes }),
    Invoices: async () => ({ default: (await import('./operator/money-pages.ts')).Invoices }),
    CodeSheet: async () => ({ default: (await import('./operator/money-pages.ts')).CodeSheet }),
  },
  stores: [TiersStore, ConsumptionStore, ShopStore, AllOrdersStore, InvoicesStore],
  activate(context) {
    context.contribute(TASK_WORK, { stages: { [EXPORT_CONSUMPTION]: 'membership:export.job' } });
    context.contribute(LANDING_SECTIONS, { id: 'tiers', title: 'membership:landing-title', Section: TiersSection });
  },
});
