import { LoadError } from '#core/web/components/LoadError.tsx';
import { EVENTS } from '#core/web/events/events.ts';
import { HTTP } from '#core/web/http/http.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Chart } from '#core/web/ui/chart/Chart.tsx';
import { Switch } from '#core/web/ui/Switch.tsx';

import {
  readChannelFile,
  writeChannelUsers,
  type Channel,
  type ChannelUser,
} from '#plugins/publishing/channel-calls.ts';
import { channelsChanged } from '#plugins/publishing/events.ts';

/** How many have followed an account, and who of the organisation may publish to it. */
export const ChannelFile = observer(function ChannelFile({ channel: { id } }: { channel: Channel }) {
  const t = useText();
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const file = useLive(
    (scope) =>
      new LiveValue(
        scope,
        (signal) => http.call(readChannelFile, { params: { id } }, { signal, handlesErrors: true }),
        { events, follows: [eventTrigger(channelsChanged, (changed) => changed.id === id)] },
      ),
  );
  const allow = usePluginCallback(async (user: ChannelUser, mayPublish: boolean) => {
    const changed = (users: readonly ChannelUser[]) =>
      users.map((one) => (one.id === user.id ? { ...one, mayPublish } : one));
    const users = changed(file.value?.users ?? []).flatMap((one) => (one.mayPublish ? one.id : []));
    await file.change(
      (value) => ({ ...value, users: changed(value.users) }),
      () => http.call(writeChannelUsers, { params: { id }, body: { users } }),
      (value, answer) => ({ ...value, ...answer }),
    );
  });
  const { value, failure } = file;
  if (value === null) {
    return failure === null ? null : (
      <LoadError text={t('publishing:channels.file-unread')} error={failure.error} onRetry={() => void file.load()} />
    );
  }
  const { users, followers } = value;
  return (
    <>
      {followers.length > 1 && (
        <section>
          <h3>{t('publishing:channels.history')}</h3>
          <Chart
            kind="lines"
            label={t('publishing:channels.history')}
            height={140}
            x={{ label: t('publishing:channels.day') }}
            y={{ label: t('publishing:channels.followers') }}
            points={followers.map(({ day, followers: count }) => ({ x: new Date(day), y: count }))}
          />
        </section>
      )}
      {users.length > 0 && (
        <section>
          <h3>{t('publishing:channels.users')}</h3>
          <p className="rp-channel-details__facts">{t('publishing:channels.users-about')}</p>
          {users.map((user) => (
            <Switch
              key={user.id}
              label={user.name}
              checked={user.mayPublish}
              onChange={(mayPublish) => allow(user, mayPublish)}
            />
          ))}
        </section>
      )}
    </>
  );
});
