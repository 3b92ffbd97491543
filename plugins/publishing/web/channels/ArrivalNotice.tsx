import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useSearchParams } from '#core/web/router/links.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import { ChannelsStore } from './ChannelsStore.ts';

/** Why the server did not connect an account; anything else is told in general. */
const FAILURES = [
  'publishing:channel.gone',
  'publishing:channel.limit',
  'publishing:channel.refused',
  'publishing:channel.unavailable',
] as const;

/** How the connection of an account ended, for its owner who comes back from the platform. */
export const ArrivalNotice = observer(function ArrivalNotice() {
  const t = useText();
  const store = useStore(ChannelsStore);
  const [query, setQuery] = useSearchParams();
  const connect = usePluginCallback(store.connect);
  const next = usePluginCallback(store.authorisePending);
  const [connected, failed, choice] = [query.get('connected'), query.get('failed'), query.get('choose')];
  const close = (): void => {
    const rest = new URLSearchParams(query);
    rest.delete('connected');
    rest.delete('failed');
    rest.delete('choose');
    setQuery(Object.fromEntries(rest), { replace: true });
  };
  const choose = usePluginCallback(async () => {
    if (choice !== null && (await store.choose(choice))) close();
  });
  if (choice !== null) {
    return (
      <Notice
        kind="info"
        announce
        actions={
          <Button size="small" onClick={choose}>
            {t('publishing:choose.title')}
          </Button>
        }
        onClose={close}
      >
        {t('publishing:choose.waits')}
      </Notice>
    );
  }
  if (connected === null && failed === null) return null;
  if (failed === null) {
    const name = store.all?.find(({ id }) => id === connected)?.name;
    if (name === undefined) return null;
    const waiting = store.pending.length;
    return (
      <Notice
        kind="success"
        announce
        actions={
          waiting > 0 && (
            <Button size="small" onClick={next}>
              {t('publishing:connect.next', { count: waiting })}
            </Button>
          )
        }
        onClose={close}
      >
        {t('publishing:connect.done', { name })}
      </Notice>
    );
  }
  const cause = FAILURES.find((each) => each === failed) ?? 'publishing:connect.failed-unknown';
  return (
    <Notice
      kind="error"
      announce
      title={t('publishing:connect.failed')}
      actions={
        <Button size="small" onClick={connect}>
          {t('publishing:connect.again')}
        </Button>
      }
      onClose={close}
    >
      {t(cause, { most: store.most ?? 0 })}
    </Notice>
  );
});
