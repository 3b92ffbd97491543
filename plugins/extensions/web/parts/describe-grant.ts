import type { Grant } from '#core/contract/grants.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { enumerated } from '#core/web/i18n/enumerated.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';

const VERBS = { GET: 'read', POST: 'create', PUT: 'change', PATCH: 'change', DELETE: 'delete' } as const;

/** What a service of the kernel lets a plugin do. */
const SERVICES: Readonly<Record<string, MessageKey>> = {
  'session@1': 'extensions:grant.session',
  'permissions@1': 'extensions:grant.permissions',
  'feature-gate@1': 'extensions:grant.feature-gate',
  'dialogs@1': 'extensions:grant.dialogs',
  'events@1': 'extensions:grant.events',
  'player@1': 'extensions:grant.player',
  'tasks@1': 'extensions:grant.tasks',
};

/** Whose data is below the second segment of a path. */
const AREAS: Readonly<Record<string, MessageKey>> = {
  materials: 'extensions:area.materials',
  'material-folders': 'extensions:area.folders',
  mixing: 'extensions:area.mixing',
  account: 'extensions:area.account',
  settings: 'extensions:area.settings',
  tasks: 'extensions:area.tasks',
  jobs: 'extensions:area.tasks',
  'tool-runs': 'extensions:area.tool-runs',
  publishing: 'extensions:area.publishing',
  files: 'extensions:area.files',
  uploads: 'extensions:area.files',
  payment: 'extensions:area.payment',
};

/** What a grant means, in plain words. */
export function describeGrant(grant: Grant, i18n: I18n): string {
  const { t } = i18n;
  if (grant.kind === 'service') {
    const known = SERVICES[grant.token];
    return known === undefined ? t('extensions:grant.service', { token: grant.token }) : t(known);
  }
  const verbs = [...new Set(grant.methods.map((method) => VERBS[method]))].map((verb) => t(`extensions:verb.${verb}`));
  const [, , area = ''] = grant.path.split('/');
  const known = AREAS[area] ?? (area.startsWith('material-') ? AREAS['materials'] : undefined);
  const what = known === undefined ? t('extensions:area.other', { area }) : t(known);
  return t('extensions:grant.http', { verbs: enumerated(verbs, i18n), what });
}
