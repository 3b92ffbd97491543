import { useId } from 'react';

import { lostWhenUntrusted } from '#core/contract/untrusted.ts';
import { enumerated } from '#core/web/i18n/enumerated.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { InspectionData } from '#plugins/extensions/calls.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { InstallStore } from './InstallStore.ts';
import './ReviewTrust.css';

const CHOICES = ['untrusted', 'trusted'] as const;

/** Behind a wall or inside the page, with what each really means. */
export const ReviewTrust = observer(function ReviewTrust({ inspection }: { inspection: InspectionData }) {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(InstallStore);
  const heading = useId();
  if (inspection.package.web === null) return null;
  const lost = lostWhenUntrusted(inspection.package.manifest);
  return (
    <section className="rp-ext-review__part rp-ext-trust">
      <h3 id={heading}>{t('extensions:review.trust')}</h3>
      <RadioGroup
        labelledBy={heading}
        look="cards"
        value={store.untrusted ? 'untrusted' : 'trusted'}
        options={CHOICES.map((choice) => ({
          value: choice,
          text: t(`extensions:trust.${choice}`),
          hint: t(`extensions:trust.${choice}-means`),
        }))}
        onChange={(choice) => store.trust(choice === 'trusted')}
      />
      {store.untrusted && lost.length > 0 && (
        <Notice kind="warning">{t('extensions:trust.loses', { names: enumerated(lost, i18n) })}</Notice>
      )}
    </section>
  );
});
