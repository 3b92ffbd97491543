import type { CallData } from '#core/contract/call.ts';
import { grantKey } from '#core/contract/grants.ts';
import { definePlugin, type PluginManifestInput } from '#core/contract/plugin.ts';
import { answer, type Answer, type MadeCall } from '#core/web/testing/index.ts';
import * as call from '#plugins/extensions/calls.ts';
import type { Extension, InspectionData } from '#plugins/extensions/calls.ts';
import manifest from '#plugins/extensions/plugin.ts';
import web from '#plugins/extensions/web/index.ts';
import type { KeptVersion } from '#plugins/extensions/web/page/kept-versions.ts';

export const extensions = { manifest, web };

const HASH = `sha384-${'A'.repeat(64)}`;
const AT = '2026-03-01T08:00:00.000Z';

export const MATERIALS_GRANT = {
  kind: 'http',
  methods: ['GET'],
  path: '/api/materials/:id',
  why: 'brand-kit:why.materials',
  optional: false,
} as const;
export const EVENTS_GRANT = {
  kind: 'service',
  token: 'events@1',
  why: 'brand-kit:why.events',
  optional: true,
} as const;

const BRAND_KIT: PluginManifestInput = {
  id: 'brand-kit',
  version: '1.1.0',
  title: 'brand-kit:title',
  routes: [{ path: '/brand', page: 'Brand', title: 'brand-kit:page' }],
  menus: [{ to: '/brand', section: 'tools', icon: 'star', order: 10, title: 'brand-kit:menu' }],
  commands: [{ id: 'apply', title: 'brand-kit:apply', keys: 'mod+shift+b' }],
  grants: [{ ...MATERIALS_GRANT, methods: [...MATERIALS_GRANT.methods] }, { ...EVENTS_GRANT }],
};

const ZH = {
  'brand-kit:title': '品牌套件',
  'brand-kit:page': '品牌',
  'brand-kit:menu': '品牌套件',
  'brand-kit:apply': '套用品牌',
  'brand-kit:why.materials': '把水印盖到你选的素材上',
  'brand-kit:why.events': '素材变了就刷新预览',
};

export const PARTS = {
  routes: 0,
  jobs: ['brand-kit.palette', 'brand-kit.tidy'],
  uploads: ['logo'],
  operations: ['brand-kit.stamp'],
  effects: ['brand-kit.tint'],
  tools: [],
  providers: ['brand-kit.printer (targets)'],
  provides: [],
  hooks: [],
  schedules: [],
};
export const RUNNING = { state: 'running', problem: null } as const;

/** One that ships with the product. */
export function shipped(overrides: Partial<PluginManifestInput> = {}, facts: Partial<Extension> = {}): Extension {
  return {
    manifest: definePlugin({ id: 'workbench', version: '1.0.0', title: 'workbench:title', ...overrides }),
    ...{ texts: null, origin: 'shipped', disabled: false, needed: false, blocked: null, tiers: {} },
    ...{ featureLevel: null, source: null, installed: null, server: null, faults: 0, used: 0 },
    waiting: { grants: [], calls: [] },
    ...facts,
  };
}

/** One from outside, installed twice. */
export function brandKit(facts: Partial<Extension> = {}): Extension {
  const described = definePlugin(BRAND_KIT);
  return {
    manifest: described,
    texts: { zh: ZH, en: ZH },
    ...{ origin: 'installed', disabled: false, needed: false, blocked: null, tiers: {}, featureLevel: null },
    source: {
      web: { url: '/plugin-files/brand-kit/1.1.0/web.mjs', integrity: HASH, bytes: 4_000 },
      ...{ styles: null, texts: { zh: '/zh', en: '/en' }, calls: null, untrusted: true, revision: '1', dev: false },
      requires: { exports: [], tokens: [], packages: {} },
      grants: described.grants,
    },
    installed: { from: 'brand-kit-1.1.0.reelport.zip', at: AT, by: '林小港', bytes: 6_000, earlier: ['1.0.0'] },
    server: null,
    waiting: { grants: [], calls: [] },
    faults: 2,
    used: 1,
    ...facts,
  };
}

/** What looking at the next version of it comes to. */
export function inspection(facts: Partial<InspectionData> = {}): InspectionData {
  const file = (path: string, bytes: number) => ({ path, integrity: HASH, bytes });
  return {
    ticket: 'ticket-1',
    package: {
      format: 1,
      manifest: definePlugin({ ...BRAND_KIT, version: '1.2.0' }),
      requires: { exports: ['definePlugin'], tokens: ['http@1'], packages: { react: '19.3.1' } },
      web: file('web.mjs', 4_100),
      styles: null,
      texts: { zh: file('zh.json', 200), en: file('en.json', 200) },
      ...{ calls: null, server: null },
    },
    ...{ change: 'new', installed: null, texts: { zh: ZH, en: ZH }, newGrants: [], findings: [] },
    bytes: { packed: 2_500, web: 4_100, styles: 0, texts: 400, server: 0 },
    tiers: { level0: 'locked', level1: 'ready', level2: 'ready', level3: 'ready', level4: 'hidden' },
    ...facts,
  };
}

/** A server in memory that answers as the real one does. */
export class FakeExtensions {
  items: Extension[];
  /** Versions after the one that runs. */
  later: ({ version: string } & Partial<KeptVersion>)[] = [];
  /** Whether a version before the one that runs is kept. */
  keepsEarlier = true;
  /** What is said of why. */
  steps: CallData<typeof call.explainExtension>['steps'] = [
    { step: 'manifest', ok: true, text: '清单完整。', facts: {} },
    { step: 'tier', ok: false, text: '黑铁会员上了锁。', facts: { level: 'level0', mode: 'locked' } },
  ];

  constructor(items: readonly Extension[]) {
    this.items = [...items];
  }

  get calls(): Answer[] {
    return [
      answer(call.listExtensions, () => ({ items: this.items })),
      answer(call.readExtension, ({ params }) => this.details(idOf(params))),
      answer(call.changeExtension, (request) => this.change(request)),
      answer(call.rollBackExtension, ({ params }) => {
        const { manifest: was } = this.find(idOf(params));
        return this.put(idOf(params), { manifest: { ...was, version: '1.0.0' } });
      }),
      answer(call.retryExtension, ({ params }) => {
        this.put(idOf(params), { blocked: null, server: { ...RUNNING, parts: PARTS } });
        return {};
      }),
      answer(call.removeExtension, ({ params }) => {
        this.items = this.items.filter((item) => item.manifest.id !== idOf(params));
        return {};
      }),
      answer(call.explainExtension, () => ({ steps: this.steps })),
      answer(call.makeDeveloperKey, { key: 'rpd_secret', expiresAt: '2026-04-01T00:00:00.000Z' }),
      answer(call.inspectUpload, inspection()),
      answer(call.inspectAddress, inspection()),
      answer(call.installExtension, () => {
        const installed = brandKit({ manifest: inspection().package.manifest });
        this.items = [...this.items.filter((item) => item.manifest.id !== 'brand-kit'), installed];
        return installed;
      }),
    ];
  }

  find(id: string): Extension {
    const found = this.items.find((item) => item.manifest.id === id);
    if (found === undefined) throw new TypeError(`no plugin "${id}"`);
    return found;
  }

  put(id: string, facts: Partial<Extension>): Extension {
    this.items = this.items.map((item) => (item.manifest.id === id ? { ...item, ...facts } : item));
    return this.find(id);
  }

  private change({ params, body }: MadeCall): Extension {
    const id = idOf(params);
    const { disabled, tiers = {} } = body as { disabled?: boolean; tiers?: Record<string, string | null> };
    const before = this.find(id);
    const chosen = Object.entries({ ...before.tiers, ...tiers }).filter(([, mode]) => mode !== null);
    return this.put(id, {
      disabled: disabled ?? before.disabled,
      tiers: Object.fromEntries(chosen) as Extension['tiers'],
    });
  }

  private details(id: string) {
    const extension = this.find(id);
    const version = {
      at: AT,
      by: '林小港',
      from: 'brand-kit.reelport.zip',
      bytes: 6_000,
      integrity: HASH,
      proven: true,
      ...{ rejected: false, rejection: null },
    };
    const isOutside = extension.source !== null;
    return {
      extension,
      versions: isOutside
        ? [
            ...this.later.map((facts) => ({ ...version, current: false, at: '2026-04-01T08:00:00.000Z', ...facts })),
            { ...version, version: extension.manifest.version, current: true },
            ...(this.keepsEarlier
              ? [{ ...version, version: '1.0.0', current: false, at: '2026-02-01T08:00:00.000Z' }]
              : []),
          ]
        : [],
      faults: isOutside
        ? [{ version: '1.1.0', phase: 'render', message: 'Error: boom\n  at Brand', account: null, at: AT }]
        : [],
      ledger: extension.manifest.grants.map((grant, index) => {
        const key = grantKey(grant);
        const changed = extension.waiting.grants.includes(key);
        const uses = { uses: index === 0 ? 12 : 0, lastUsedAt: index === 0 ? AT : null };
        return { key, grant, given: !changed, changed, ...uses };
      }),
    };
  }
}

export function idOf(params: unknown): string {
  return (params as { id: string }).id;
}

export function packageFile(name = 'brand-kit-1.2.0.reelport.zip', size = 2_500): File {
  const file = new File(['zip'], name, { type: 'application/zip' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}
