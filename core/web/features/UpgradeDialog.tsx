import { observer } from 'mobx-react-lite';

import type { Level } from '#core/contract/tiers.ts';

import { Button } from '../components/Button.tsx';
import { DialogActions } from '../components/DialogActions.tsx';
import { DialogTitle } from '../components/DialogTitle.tsx';
import type { DialogControl } from '../define-web.ts';
import type { I18n } from '../i18n/i18n.ts';
import './UpgradeDialog.css';

/**
 * The lowest level that includes what is lacking; null when only a package does, `none` when no level does now,
 * undefined when nothing in particular is lacking.
 */
export type UnlockingLevel = Level | 'none' | null | undefined;

interface UpgradeProperties extends DialogControl<never> {
  level: UnlockingLevel;
  i18n: Pick<I18n, 't'>;
  upgrade(): void;
}

/** Says what a membership unlocks here, and leads to where it is bought. */
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
      </DialogActions>
    </>
  );
});
