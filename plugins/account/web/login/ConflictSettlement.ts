import type { Dialogs } from '#core/web/dialogs/dialogs.ts';
import type { Http } from '#core/web/http/http.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import { deleteConflictingUser, type AccountConflict } from '#plugins/account/calls.ts';

import { observableStore } from '#core/web/observable-store.ts';
import { refusalOf, type Refusal } from '../parts/refusal.ts';

export type ConflictSide = 'mobile' | 'wechat';

export interface SettlementServices {
  http: Http;
  dialogs: Pick<Dialogs, 'confirm'>;
  i18n: I18n;
  /** The other account is given up. */
  settled(kept: ConflictSide): void;
}

/** Two accounts claim the same person: the user chooses which one stays. */
export class ConflictSettlement {
  /** The account that stays, once the user has said so. */
  keep: ConflictSide | null = null;
  settling = false;
  refusal: Refusal | null = null;

  constructor(
    private readonly services: SettlementServices,
    readonly conflict: AccountConflict,
  ) {
    observableStore(this);
  }

  chooseToKeep(side: ConflictSide): void {
    this.keep = side;
    this.refusal = null;
  }

  /** Asks for confirmation, then gives up the account that was not chosen. */
  async settle(): Promise<void> {
    const { conflict, keep } = this;
    const { http, dialogs, i18n } = this.services;
    if (this.settling) {
      return;
    }
    if (keep === null) {
      this.refusal = { kind: 'warning', text: i18n.t('account:conflict.choose') };
      return;
    }
    const mobile = { id: conflict.mobileAccountId, name: conflict.mobileAccountName };
    const wechat = { id: conflict.qrCodeAccountId, name: conflict.qrCodeAccountName };
    const [kept, other] = keep === 'mobile' ? [mobile, wechat] : [wechat, mobile];
    this.settling = true;
    try {
      const sure = await dialogs.confirm({
        title: 'account:conflict.confirm-title',
        text: 'account:conflict.confirm-text',
        params: { kept: kept.name, other: other.name },
        confirm: 'account:conflict.confirm',
        destructive: true,
        width: 400,
      });
      if (sure) {
        const body = { accountId: other.id, key: conflict.key };
        await http.call(deleteConflictingUser, { body }, { handlesErrors: true });
        this.services.settled(keep);
      }
    } catch (error) {
      this.refuse(refusalOf(error, 'error', i18n.t('account:server-trouble')));
    } finally {
      this.endSettling();
    }
  }

  private refuse(refusal: Refusal | null): void {
    this.refusal = refusal;
  }

  private endSettling(): void {
    this.settling = false;
  }
}
