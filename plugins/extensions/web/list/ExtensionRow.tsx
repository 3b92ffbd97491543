import type { ReactNode } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';
import { Link } from '#core/web/router/links.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import { milliseconds, NO_COST } from '../parts/plugin-cost.ts';
import { PluginSign } from '../parts/PluginSign.tsx';
import { StatusLabel } from '../parts/StatusLabel.tsx';
import type { ListedExtension } from '../stores/ExtensionsStore.ts';

/** One plugin of the list: its state, source and cost. */
export const ExtensionRow = observer(function ExtensionRow({ item }: { item: ListedExtension }) {
  const t = useText();
  const i18n = useService(I18N);
  const { id, title, extension, status, cost, size } = item;
  const { load, activate } = cost ?? NO_COST;
  const { manifest, origin, source, installed, faults, used, waiting } = extension;
  return (
    <li className="rp-ext-row" data-extension={id} data-off={extension.disabled || undefined}>
      <span className="rp-ext-row__name">
        <PluginSign manifest={manifest} />
        <span className="rp-ext-row__words">
          <Link className="rp-ext-row__link" to={`/operator/plugins/${id}`}>
            {title}
          </Link>
          <span className="rp-ext-row__id">
            {id} · {manifest.version}
          </span>
        </span>
      </span>
      <Cell name="state" label={t('extensions:column.state')}>
        <StatusLabel status={status} />
      </Cell>
      <Cell name="source" label={t('extensions:column.source')}>
        <span>{t(`extensions:origin.${origin}`)}</span>
        {source !== null && (
          <span className="rp-ext-row__second">
            {t(source.untrusted ? 'extensions:trust.untrusted' : 'extensions:trust.trusted')}
            {installed !== null && ` · ${i18n.ago(installed.at)}`}
          </span>
        )}
      </Cell>
      <Cell name="cost" label={t('extensions:column.cost')}>
        {size !== null && <span>{i18n.bytes(size)}</span>}
        <span className="rp-ext-row__second">
          {load === null
            ? t('extensions:cost.not-loaded')
            : t('extensions:cost.times', {
                load: milliseconds(load),
                activate: milliseconds(activate ?? 0),
              })}
        </span>
      </Cell>
      <Cell name="faults" label={t('extensions:column.faults')}>
        {faults === 0 ? (
          <span className="rp-ext-row__none">{t('extensions:faults.none')}</span>
        ) : (
          <strong className="rp-ext-row__faults">{t('extensions:faults.count', { count: i18n.count(faults) })}</strong>
        )}
      </Cell>
      <Cell name="grants" label={t('extensions:column.grants')}>
        {source === null ? (
          <span className="rp-ext-row__none">{t('extensions:grants.own')}</span>
        ) : manifest.grants.length === 0 ? (
          <span className="rp-ext-row__none">{t('extensions:grants.none')}</span>
        ) : (
          <>
            <span>{t('extensions:grants.given', { given: source.grants.length, asked: manifest.grants.length })}</span>
            {waiting.grants.length > 0 ? (
              <strong className="rp-ext-row__waiting">
                {t('extensions:grants.waiting', { count: waiting.grants.length })}
              </strong>
            ) : (
              <span className="rp-ext-row__second">{t('extensions:grants.used', { count: used })}</span>
            )}
          </>
        )}
      </Cell>
      <Icon name="chevron-right" size={16} className="rp-ext-row__sign" />
    </li>
  );
});

function Cell({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <span className="rp-ext-row__cell" data-cell={name}>
      <span className="rp-ext-row__label">{label}</span>
      <span className="rp-ext-row__value">{children}</span>
    </span>
  );
}
