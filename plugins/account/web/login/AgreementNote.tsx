import { useText } from '#core/web/react/use-text.ts';

import { LinkedText } from '../parts/LinkedText.tsx';

/** What logging in agrees to. The texts open beside, so that nothing typed is lost. */
export function AgreementNote() {
  const t = useText();
  const link = (to: string, text: string) => (
    <a href={to} target="_blank" rel="noopener">
      {text}
    </a>
  );
  return (
    <p className="rp-login-agreement">
      <LinkedText
        text="account:agreement.text"
        links={{
          user: link('/protocal', t('account:agreement.user')),
          service: link('/serviceAgreement', t('account:agreement.service')),
          legal: link('/legalNotice', t('account:agreement.legal')),
        }}
      />
    </p>
  );
}
