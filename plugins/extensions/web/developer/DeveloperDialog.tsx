import { useEffect, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { CopyButton } from '../parts/CopyButton.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';
import { DeveloperStore } from './DeveloperStore.ts';
import '../parts/shared.css';
import './DeveloperDialog.css';

const MAX_LETTERS = 60;
const CHOICES = ['isolated', 'trusted'] as const;

/** Makes a key by which `plugin dev` may push builds here, and says what to run with it. */
export default observer(function DeveloperDialog({ close }: DialogControl) {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(DeveloperStore);
  const [name, setName] = useState('');
  const [isNameless, setNameless] = useState(false);
  const [trust, setTrust] = useState<(typeof CHOICES)[number]>('isolated');
  useEffect(() => () => store.forget(), [store]);

  const { made, failure } = store;
  const command = made === null ? '' : `npx reelport plugin dev --to ${location.origin} --key ${made.key}`;
  return (
    <form
      className="rp-ext-developer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const written = name.trim();
        setNameless(written === '');
        if (written !== '') void store.make(written, trust === 'trusted');
      }}
    >
      <DialogTitle>{t('extensions:developer.title')}</DialogTitle>
      <p className="rp-dialog-text">{t('extensions:developer.text')}</p>
      {made === null ? (
        <>
          <TextField
            label={t('extensions:developer.name')}
            value={name}
            most={MAX_LETTERS}
            placeholder={t('extensions:developer.name-example')}
            opensFocused
            error={isNameless ? t('extensions:developer.nameless') : null}
            onChange={(next) => {
              setName(next);
              setNameless(false);
            }}
          />
          <RadioGroup
            label={t('extensions:developer.runs')}
            value={trust}
            look="cards"
            options={CHOICES.map((choice) => ({
              value: choice,
              text: t(choice === 'isolated' ? 'extensions:trust.untrusted' : 'extensions:trust.trusted'),
              hint: t(`extensions:developer.${choice}-about`),
            }))}
            onChange={setTrust}
          />
          {failure !== null && (
            <Notice kind="error" announce>
              {failureText(failure.error, t)}
            </Notice>
          )}
        </>
      ) : (
        <>
          <p className="rp-ext-developer__run">{t('extensions:developer.run')}</p>
          <div className="rp-ext-developer__command">
            <code>{command}</code>
            <CopyButton words text={command} label={t('extensions:developer.copy')} />
          </div>
          <Notice kind="warning">{t('extensions:developer.once', { date: i18n.date(made.expiresAt) })}</Notice>
        </>
      )}
      <DialogActions>
        <Button onClick={() => close()}>
          {t(made === null ? 'shell:dialog.cancel' : 'extensions:developer.done')}
        </Button>
        {made === null && (
          <Button type="submit" variant="primary" busy={store.isMaking}>
            {t('extensions:developer.make')}
          </Button>
        )}
      </DialogActions>
    </form>
  );
});
