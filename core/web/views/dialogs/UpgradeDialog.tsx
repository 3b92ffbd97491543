import { observer } from 'mobx-react-lite';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';

import type { UpgradeProperties } from '#core/web/features/create-feature-gate.ts';
import { namesOfLevels, reasonOfLock } from '#core/web/features/lock-words.ts';
import './UpgradeDialog.css';

/** Says what a membership includes here, and links to where it is sold. */
export default observer(function UpgradeDialog({ lock, i18n, upgrade, close }: UpgradeProperties) {
  // Where no level above has it, no upgrade opens it.
  const isSold = lock === null || lock.level !== null || lock.feature !== null;
  return (
    <>
      <DialogTitle>{i18n.t('shell:upgrade.title')}</DialogTitle>
      {isSold && <p className="rp-dialog-text">{i18n.t('shell:upgrade.text')}</p>}
      {lock !== null && (
        <p className="rp-upgrade-level">
          {i18n.t(`shell:upgrade.${reasonOfLock(lock)}`, {
            level: lock.level === null ? '' : i18n.t(`shell:tier.${lock.level}`),
            levels: namesOfLevels(lock, i18n),
          })}
        </p>
      )}
      <DialogActions>
        <Button onClick={() => close()}>{i18n.t('shell:dialog.cancel')}</Button>
        {upgrade !== null && isSold && (
          <Button
            variant="primary"
            data-autofocus
            onClick={() => {
              upgrade();
              close();
            }}
          >
            {i18n.t('shell:upgrade.go')}
          </Button>
        )}
      </DialogActions>
    </>
  );
});
