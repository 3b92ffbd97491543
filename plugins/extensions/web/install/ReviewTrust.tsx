import { useId } from 'react';

import { lostWhenUntrusted } from '#core/contract/untrusted.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { InspectionData } from '#plugins/extensions/calls.ts';
import { enumerated } from '../parts/describe-extension.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { InstallStore } from './InstallStore.ts';
import './ReviewTrust.css';

const CHOICES = ['untrusted', 'trusted'] as const;

/** Behind a wall or inside the page, with what each really means. */
export const ReviewTrust = observer(function ReviewTrust({ inspection }: { inspection: InspectionData }) {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(InstallStore);
  const name = useId();
  if (inspection.package.web === null) return null;
  const lost = lostWhenUntrusted(inspection.package.manifest);
  return (
    <fieldset className="rp-ext-review__part rp-ext-trust">
      <legend>{t('extensions:review.trust')}</legend>
      {CHOICES.map((choice) => (
        <label key={choice} className="rp-ext-trust__choice">
          <input
            type="radio"
            name={name}
            value={choice}
            checked={store.untrusted === (choice === 'untrusted')}
            onChange={() => store.trust(choice === 'trusted')}
          />
          <span>
            <strong>{t(`extensions:trust.${choice}`)}</strong>
            <span>{t(`extensions:trust.${choice}-means`)}</span>
          </span>
        </label>
      ))}
      {store.untrusted && lost.length > 0 && (
        <Notice kind="warning">{t('extensions:trust.loses', { names: enumerated(lost, i18n) })}</Notice>
      )}
    </fieldset>
  );
});
