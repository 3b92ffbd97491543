import { observer } from 'mobx-react-lite';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';

import type { UpgradeProperties } from '#core/web/features/create-feature-gate.ts';
import './UpgradeDialog.css';

/** Says what a membership includes here, and links to where it is sold. */
export default observer(function UpgradeDialog({ level, i18n, upgrade, close }: UpgradeProperties) {
  return (
    <>
      <DialogTitle>{i18n.t('shell:upgrade.title')}</DialogTitle>
      <p className="rp-dialog-text">{i18n.t('shell:upgrade.text')}</p>
      {level !== undefined && (
        <p className="rp-upgrade-level">
          {level === null && i18n.t('shell:upgrade.package')}
          {level === 'none' && i18n.t('shell:upgrade.none')}
          {level !== null &&
            level !== 'none' &&
            i18n.t('shell:upgrade.level', { level: i18n.t(`shell:tier.${level}`) })}
        </p>
      )}
      <DialogActions>
        <Button onClick={() => close()}>{i18n.t('shell:dialog.cancel')}</Button>
        {upgrade !== null && (
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
