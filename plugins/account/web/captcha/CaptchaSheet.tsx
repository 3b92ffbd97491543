import { observer } from '#core/web/react/observer.ts';
import { useEffect } from 'react';

import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Captcha } from './Captcha.ts';
import { CAPTCHA } from './captcha-measures.ts';
import { SliderCaptcha } from './SliderCaptcha.tsx';

export interface CaptchaSheetProps extends DialogControl {
  captcha: Captcha;
}

/** The puzzle as a dialog of its own, for phones: it closes when it is solved. */
const CaptchaSheet = observer(function CaptchaSheet({ captcha, close }: CaptchaSheetProps) {
  const t = useText();
  const solved = captcha.state === 'success';

  useEffect(() => {
    if (solved) {
      close();
    }
  }, [solved, close]);

  return (
    <>
      <DialogTitle>{t('account:captcha.heading')}</DialogTitle>
      <SliderCaptcha captcha={captcha} width={CAPTCHA.loginWidth} autoFocus />
    </>
  );
});

export default CaptchaSheet;
