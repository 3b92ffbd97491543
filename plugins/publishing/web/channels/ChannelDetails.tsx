import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { Form } from '#core/web/ui/Form.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { DELIVERIES, OVERDUE_RULES, type Channel } from '#plugins/publishing/channel-calls.ts';
import { Facts } from '../posts/Facts.tsx';
import { PhoneButton } from '../phone/PhoneButton.tsx';
import { HostField } from '../fields/HostField.tsx';
import { minutesOfWeek, timesOfWeek, type WeekTimes } from '../fields/moment.ts';
import { WeekField } from '../fields/WeekField.tsx';
import { GroupField } from '../fields/GroupField.tsx';
import { ChannelFile } from './ChannelFile.tsx';
import { ChannelName } from './ChannelName.tsx';
import { ChannelsStore, daysLeft } from './ChannelsStore.ts';

/** An account: its state, what is kept of it here, and what can be done with it. */
export const ChannelDetails = observer(function ChannelDetails({ channel }: { channel: Channel }) {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(ChannelsStore);
  const refresh = usePluginCallback(() => store.refresh(channel));
  const authorise = usePluginCallback(() => store.authorise(channel));
  const remove = usePluginCallback(() => store.remove([channel]));
  const isBusy = store.busy.has(channel.id);
  const { state, endsAt, connectedAt, isShared } = channel;
  if (isShared) return <SharedDetails channel={channel} />;
  const days = state === 'normal' ? daysLeft(endsAt) : null;
  return (
    <div className="rp-channel-details">
      <ChannelName channel={channel} />
      {state === 'expired' && (
        <Notice
          kind="warning"
          actions={
            <Button size="small" onClick={authorise}>
              {t('publishing:channels.authorise')}
            </Button>
          }
        >
          {t('publishing:channels.expired-text')}
        </Notice>
      )}
      {state === 'pending' && (
        <Notice
          kind="info"
          actions={
            <Button size="small" onClick={authorise}>
              {t('publishing:channels.agree')}
            </Button>
          }
        >
          {t('publishing:channels.pending-text')}
        </Notice>
      )}
      {days !== null && (
        <Notice
          kind="info"
          actions={
            <Button size="small" onClick={authorise}>
              {t('publishing:channels.authorise')}
            </Button>
          }
        >
          {t('publishing:channels.ending-text', { count: days })}
        </Notice>
      )}
      {channel.isHostGone && <Notice kind="warning">{t('publishing:channels.host-gone-text')}</Notice>}
      {state !== 'pending' && (
        <p className="rp-channel-details__facts">
          <Facts
            facts={[
              { text: t('publishing:channels.connected-at', { time: i18n.time(connectedAt) }) },
              ...(endsAt === null ? [] : [{ text: t('publishing:channels.ends-at', { time: i18n.time(endsAt) }) }]),
            ]}
          />
        </p>
      )}
      {channel.isByHand && (
        <Notice
          kind="info"
          actions={
            <PhoneButton kind="channel" id={channel.id} name={channel.name} size="small">
              {t('publishing:channels.phone-queue')}
            </PhoneButton>
          }
        >
          {t('publishing:channels.by-hand')}
        </Notice>
      )}
      <Notes channel={channel} />
      <ChannelFile channel={channel} />
      <div className="rp-channel-details__actions">
        {!channel.isByHand && state !== 'pending' && (
          <Button icon="refresh" busy={isBusy} onClick={refresh}>
            {t('publishing:channels.refresh')}
          </Button>
        )}
        <Button icon="trash" variant="danger" disabled={isBusy} onClick={remove}>
          {t('publishing:channels.remove')}
        </Button>
      </div>
    </div>
  );
});

/** Of one that belongs to the main account. */
function SharedDetails({ channel }: { channel: Channel }) {
  const t = useText();
  return (
    <div className="rp-channel-details">
      <ChannelName channel={channel} />
      <p className="rp-channel-details__facts">{t('publishing:channels.shared-text')}</p>
    </div>
  );
}

const Notes = observer(function Notes({ channel }: { channel: Channel }) {
  const t = useText();
  const store = useStore(ChannelsStore);
  const toasts = useService(TOASTS);
  const [group, setGroup] = useState(channel.group ?? '');
  const [phone, setPhone] = useState(channel.phone ?? '');
  const [remark, setRemark] = useState(channel.remark ?? '');
  const [overdue, setOverdue] = useState(channel.overdue);
  const [delivery, setDelivery] = useState(channel.delivery);
  const deliveries = DELIVERIES.filter((known) => known === channel.delivery || channel.deliveries.includes(known));
  const [hostId, setHostId] = useState(channel.hostId);
  const [week, setWeek] = useState<WeekTimes>(
    channel.slots === null ? { days: [], times: ['09:00', '18:00'] } : timesOfWeek(channel.slots.minutes),
  );
  const zone = channel.slots?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [refusal, setRefusal] = useState<string | null>(null);
  const orNone = (text: string): string | null => (text.trim() === '' ? null : text.trim());

  async function save(): Promise<void> {
    setRefusal(null);
    try {
      const words = { group: orNone(group), phone: orNone(phone), remark: orNone(remark) };
      const minutes = minutesOfWeek(week);
      const slots = minutes.length === 0 ? null : { minutes, zone };
      await store.change(channel.id, { ...words, overdue, hostId, slots, delivery });
      toasts.show({ kind: 'success', text: () => t('publishing:channels.saved') });
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  return (
    <Form label={t('publishing:channels.notes')} submit={t('publishing:channels.save')} error={refusal} onSubmit={save}>
      <GroupField groups={store.groups} value={group} onChange={setGroup} />
      <TextField
        label={t('publishing:channels.phone')}
        type="tel"
        value={phone}
        most={30}
        autoComplete="off"
        onChange={setPhone}
      />
      <TextField label={t('publishing:channels.remark')} lines={3} value={remark} most={200} onChange={setRemark} />
      <Select
        label={t('publishing:channels.overdue')}
        hint={t('publishing:channels.overdue-hint')}
        value={overdue}
        options={OVERDUE_RULES.map((value) => ({ value, text: t(`publishing:channels.overdue-${value}`) }))}
        onChange={setOverdue}
      />
      {deliveries.length > 1 && (
        <Select
          label={t('publishing:channels.delivery')}
          hint={t('publishing:channels.delivery-hint')}
          value={delivery}
          options={deliveries.map((value) => ({ value, text: t(`publishing:channels.delivery-${value}`) }))}
          onChange={setDelivery}
        />
      )}
      <div role="group" aria-label={t('publishing:channels.slots')} className="rp-channel-details__slots">
        <span>{t('publishing:channels.slots')}</span>
        <WeekField label={t('publishing:when.days')} {...week} onChange={(next) => setWeek({ ...week, ...next })} />
        <small>{t('publishing:channels.slots-hint', { zone })}</small>
      </div>
      <HostField value={hostId} isGone={channel.isHostGone && hostId === channel.hostId} onChange={setHostId} />
    </Form>
  );
});
