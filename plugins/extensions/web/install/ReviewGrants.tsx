import { grantKey } from '#core/contract/grants.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { InspectionData } from '#plugins/extensions/calls.ts';
import { textOf } from '../parts/describe-extension.ts';
import { describeGrant } from '../parts/describe-grant.ts';
import { Switch } from '#core/web/ui/Switch.tsx';
import { InstallStore } from './InstallStore.ts';

/** The grants that a package asks for, in plain words and as declared; in updates new ones are highlighted. */
export const ReviewGrants = observer(function ReviewGrants({ inspection }: { inspection: InspectionData }) {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(InstallStore);
  const { texts, newGrants, installed } = inspection;
  const { grants } = inspection.package.manifest;
  const isUpdate = installed !== null;
  const isNew = (key: string): boolean => isUpdate && newGrants.includes(key);
  const sorted = grants.toSorted((a, b) => Number(isNew(grantKey(b))) - Number(isNew(grantKey(a))));
  return (
    <section className="rp-ext-review__part">
      <h3>{t('extensions:review.grants')}</h3>
      {grants.length === 0 ? (
        <p className="rp-ext-quiet">{t('extensions:review.grants-none')}</p>
      ) : (
        <>
          {isUpdate && (
            <p className="rp-ext-quiet">
              {newGrants.length === 0
                ? t('extensions:review.grants-same')
                : t('extensions:review.grants-new', { count: newGrants.length })}
            </p>
          )}
          <ul className="rp-ext-rows rp-ext-asks">
            {sorted.map((grant) => {
              const key = grantKey(grant);
              const words = describeGrant(grant, i18n);
              const why = textOf(texts, i18n, grant.why);
              return (
                <li key={key} data-new={isNew(key) || undefined} data-grant={key}>
                  <div className="rp-ext-asks__words">
                    <p>
                      <strong>{words}</strong>
                      {isNew(key) && <span className="rp-ext-asks__new">{t('extensions:review.new')}</span>}
                    </p>
                    {why !== undefined && <p className="rp-ext-asks__why">{t('extensions:review.why', { why })}</p>}
                    <code>{key}</code>
                  </div>
                  {grant.optional ? (
                    <Switch
                      labelHidden
                      checked={store.isGiven(grant)}
                      label={t('extensions:review.give', { grant: words })}
                      onChange={(given) => store.give(grant, given)}
                    />
                  ) : (
                    <span className="rp-ext-quiet">{t('extensions:review.needed')}</span>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
});
