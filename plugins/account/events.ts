import { defineEvent } from '#core/contract/event.ts';

/** The sub-accounts of the account have changed: their names, their states, or what they were allotted. */
export const subAccountsChanged = defineEvent({ topic: 'account.sub-accounts', to: 'account' });
