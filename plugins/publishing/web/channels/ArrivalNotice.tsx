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
  const [connected, failed] = [query.get('connected'), query.get('failed')];
  if (connected === null && failed === null) return null;
  const close = (): void => {
    const rest = new URLSearchParams(query);
    rest.delete('connected');
    rest.delete('failed');
    rest.delete('left');
    setQuery(Object.fromEntries(rest), { replace: true });
  };
  if (failed === null) {
    const name = store.all?.find(({ id }) => id === connected)?.name;
    if (name === undefined) return null;
    const left = Number(query.get('left') ?? '0');
    const most = store.most ?? 0;
    if (left > 0) {
      return (
        <Notice
          kind="warning"
          announce
          actions={
            <Button size="small" onClick={connect}>
              {t('publishing:channels.more-room')}
            </Button>
          }
          onClose={close}
        >
          {t('publishing:connect.left', { name, count: left, most })}
        </Notice>
      );
    }
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
