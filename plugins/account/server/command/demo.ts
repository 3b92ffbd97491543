import type { ConsoleCommand } from '#core/server/plugins/console-command.ts';

import { addIdentity, claimIdentity } from '../accounts/identities.ts';

/** Of a range that no carrier has been given. */
const MOBILE = '15400000001';
const DEMO_ROLE = 7;
const LINK_SECONDS = 24 * 60 * 60;

/**
 * `npm start -- --demo`: sees to it that there is a demo account of the highest level, and prints how to log in.
 * Its one argument is the path of the server's log.
 */
const demo: ConsoleCommand = async ({ arguments: [log = ''], server, address, translate, print }) => {
  const token = await server.db.transaction(async (tx) => {
    const identity = { kind: 'mobile', value: MOBILE };
    let accountId = await claimIdentity(tx, identity);
    if (accountId === undefined) {
      const name = translate('account:demo.name');
      accountId = (await server.accounts.create(tx, { name, roleCode: DEMO_ROLE })).id;
      await addIdentity(server, tx, accountId, identity);
      await server.audit.record(tx, { actor: 'console', action: 'account.demo', target: accountId, accountId });
    }
    return (await server.accounts.openSession(tx, accountId, { seconds: LINK_SECONDS })).token;
  });
  print(translate('account:demo.ready'));
  print(`  ${address}/workbench?access_token=${token}`);
  print(translate('account:demo.mobile', { mobile: MOBILE, log }));
  return 0;
};
export default demo;
