import { grantKey, type Grant } from '#core/contract/grants.ts';
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
  const rows = rowsOf(grants, (grant) => ({
    words: describeGrant(grant, i18n),
    why: textOf(texts, i18n, grant.why),
    isNew: isUpdate && newGrants.includes(grantKey(grant)),
  })).toSorted((a, b) => Number(b.isNew) - Number(a.isNew));
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
            {rows.map(({ grant, words, why, isNew, keys }) => (
              <li key={keys[0]} data-new={isNew || undefined}>
                <div className="rp-ext-asks__words">
                  <p>
                    <strong>{words}</strong>
                    {isNew && <span className="rp-ext-asks__new">{t('extensions:review.new')}</span>}
                  </p>
                  {why !== undefined && <p className="rp-ext-asks__why">{t('extensions:review.why', { why })}</p>}
                  {keys.map((key) => (
                    <code key={key}>{key}</code>
                  ))}
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
            ))}
          </ul>
        </>
      )}
    </section>
  );
});

interface Row {
  words: string;
  why: string | undefined;
  isNew: boolean;
  /** The first of them. */
  grant: Grant;
  keys: string[];
}

/** What is said of grants. Those that must be given and of which the same is said come together. */
function rowsOf(grants: readonly Grant[], say: (grant: Grant) => Pick<Row, 'words' | 'why' | 'isNew'>): Row[] {
  const rows: Row[] = [];
  for (const grant of grants) {
    const said = say(grant);
    const same = rows.find(
      (row) =>
        !grant.optional &&
        !row.grant.optional &&
        row.words === said.words &&
        row.why === said.why &&
        row.isNew === said.isNew,
    );
    if (same === undefined) rows.push({ ...said, grant, keys: [grantKey(grant)] });
    else same.keys.push(grantKey(grant));
  }
  return rows;
}
