import { LEVELS } from '#core/contract/tiers.ts';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { InspectionData } from '#plugins/extensions/calls.ts';
import { titleOf } from '../parts/describe-extension.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { PluginSign } from '../parts/PluginSign.tsx';
import { ReviewAdds } from './ReviewAdds.tsx';
import { ReviewGrants } from './ReviewGrants.tsx';
import { ReviewTrust } from './ReviewTrust.tsx';
import './PackageReview.css';

const TIER_ICONS = { ready: 'check', locked: 'lock', hidden: 'eye-off' } as const;

/** What installing a package would do, from the package alone. */
export const PackageReview = observer(function PackageReview({ inspection }: { inspection: InspectionData }) {
  const t = useText();
  const i18n = useService(I18N);
  const { findings, change, installed } = inspection;
  const { manifest, requires } = inspection.package;
  const errors = findings.filter(({ level }) => level === 'error');
  const warnings = findings.filter(({ level }) => level === 'warning');
  return (
    <div className="rp-ext-review">
      <header className="rp-ext-review__head">
        <PluginSign manifest={manifest} isLarge />
        <div>
          <DialogTitle>{titleOf({ manifest, texts: inspection.texts }, i18n)}</DialogTitle>
          <p className="rp-ext-quiet">
            {manifest.id} · {t(`extensions:change.${change}`, { version: manifest.version, from: installed ?? '' })}
          </p>
        </div>
      </header>
      {errors.length > 0 && (
        <Notice kind="error" announce>
          <p>{t('extensions:findings.errors', { count: errors.length })}</p>
          <Findings findings={errors} />
        </Notice>
      )}
      {warnings.length > 0 && (
        <Notice kind="warning">
          <p>{t('extensions:findings.warnings', { count: warnings.length })}</p>
          <Findings findings={warnings} />
        </Notice>
      )}
      {findings.length === 0 && (
        <p className="rp-ext-review__fine">
          <Icon name="success" size={16} />
          {t('extensions:findings.none')}
        </p>
      )}
      <ReviewAdds inspection={inspection} />
      <ReviewGrants inspection={inspection} />
      <section className="rp-ext-review__part">
        <h3>{t('extensions:review.tiers')}</h3>
        <ul className="rp-ext-review__tiers">
          {LEVELS.map((level) => {
            const sees = inspection.tiers[level];
            return (
              <li key={level} data-sees={sees}>
                <Icon name={TIER_ICONS[sees]} size={16} />
                {t(`shell:tier.${level}`)}
                <span>{t(`extensions:sees.${sees}`)}</span>
              </li>
            );
          })}
        </ul>
      </section>
      <ReviewTrust inspection={inspection} />
      <details className="rp-ext-review__requires">
        <summary>
          {t('extensions:review.requires', {
            exports: requires.exports.length,
            packages: Object.keys(requires.packages).length,
          })}
        </summary>
        <dl>
          <dt>@reelport/core</dt>
          <dd>
            <code>{requires.exports.join(', ') || '–'}</code>
          </dd>
          <dt>{t('extensions:review.tokens')}</dt>
          <dd>
            <code>{requires.tokens.join(', ') || '–'}</code>
          </dd>
          {Object.entries(requires.packages).map(([name, version]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{version}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
});

function Findings({ findings }: { findings: InspectionData['findings'] }) {
  return (
    <ul className="rp-ext-findings">
      {findings.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
