import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { Link } from '#core/web/router/links.ts';
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import type { Channel } from '#plugins/publishing/channel-calls.ts';
import { AT } from '../links/addresses.ts';
import { ChannelPicture } from '../channels/ChannelName.tsx';
import { audienceText } from './audience-text.ts';
import { PublishDraft } from './PublishDraft.ts';
import { PublishPlan } from './PublishPlan.ts';

/** The accounts that are published to, by group, and how the videos are dealt out to them. */
export const PlacesPart = observer(function PlacesPart() {
  const t = useText();
  const draft = useStore(PublishDraft);
  const { channels, targets, deal } = draft;
  const { value: known } = channels;
  const connect = usePluginCallback(draft.connect);
  const groups = groupsOf(known ?? []);
  return (
    <section className="rp-compose__part" aria-label={t('publishing:compose.places')}>
      <header>
        <h2>{t('publishing:compose.places')}</h2>
        {targets.length > 0 && <span role="status">{t('publishing:channels.count', { count: targets.length })}</span>}
      </header>
      {known === null && channels.failure === null && <Skeleton shape="rows" count={3} soon />}
      {known?.length === 0 && <p className="rp-compose__quiet">{t('publishing:compose.places-none')}</p>}
      {groups.length > 1 && (
        <Several label={t('publishing:compose.places-all', { count: known?.length ?? 0 })} channels={known ?? []} />
      )}
      {groups.map(({ group, members }) => (
        <div key={group ?? ''} className="rp-compose__group" role="group" aria-label={group ?? undefined}>
          {(groups.length > 1 || members.length > 1) && (
            <Several
              label={
                groups.length === 1
                  ? t('publishing:compose.places-all', { count: members.length })
                  : t('publishing:compose.places-group', {
                      group: group ?? t('publishing:channels.no-group'),
                      count: members.length,
                    })
              }
              channels={members}
            />
          )}
          <ul className="rp-compose__places">
            {members.map((channel) => (
              <Place key={channel.id} channel={channel} />
            ))}
          </ul>
        </div>
      ))}
      {known !== null && (
        <div>
          <Button icon="plus" size={known.length === 0 ? 'medium' : 'small'} onClick={connect}>
            {t('publishing:connect.action')}
          </Button>
        </div>
      )}
      {targets.length > 1 && (
        <RadioGroup
          label={t('publishing:compose.deal')}
          value={deal}
          options={(['once', 'all'] as const).map((value) => ({
            value,
            text: t(`publishing:compose.deal-${value}`),
            hint: t(`publishing:compose.deal-${value}-hint`),
          }))}
          onChange={(next) => draft.set({ deal: next })}
        />
      )}
      {targets.length > 1 && deal === 'once' && <Apart />}
      {targets.length > 0 && (
        <div className="rp-compose__when">
          <NumberField
            label={t('publishing:compose.per-day')}
            hint={t('publishing:compose.per-day-hint')}
            value={draft.perDay}
            min={1}
            max={24}
            digits={0}
            unit={t('publishing:compose.per-day-unit')}
            onChange={(perDay) => draft.set({ perDay })}
          />
        </div>
      )}
    </section>
  );
});

/** Whether accounts of one group get unlike videos, and how unlike these are. */
const Apart = observer(function Apart() {
  const t = useText();
  const draft = useStore(PublishDraft);
  const plan = useStore(PublishPlan);
  const reached = draft.isPlanned ? plan.latest.apart : [];
  return (
    <>
      <Checkbox
        label={t('publishing:compose.apart')}
        hint={t('publishing:compose.apart-hint')}
        checked={draft.apart}
        onChange={(apart) => draft.set({ apart })}
      />
      {draft.apart && reached.length > 0 && (
        <div role="status">
          <ul className="rp-compose__apart">
            {reached.map(({ group, most, unknown }) => (
              <li key={group ?? ''}>
                {[
                  most === null
                    ? t('publishing:apart.unknown', { group: group ?? t('publishing:channels.no-group') })
                    : t('publishing:apart.most', { group: group ?? t('publishing:channels.no-group'), most }),
                  most !== null && unknown > 0 && t('publishing:apart.besides', { count: unknown }),
                ]
                  .filter((text) => text !== false)
                  .join(' ')}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
});

/** Chooses several accounts at once. */
const Several = observer(function Several({ label, channels }: { label: string; channels: readonly Channel[] }) {
  const draft = useStore(PublishDraft);
  const ids = channels.filter(({ state }) => state === 'normal').map(({ id }) => id);
  const count = ids.filter((id) => draft.chosen.has(id)).length;
  return (
    <Checkbox
      label={label}
      checked={count > 0 && count === ids.length}
      partly={count > 0 && count < ids.length}
      disabled={ids.length === 0}
      onChange={(isChosen) => draft.choosePlaces(ids, isChosen)}
    />
  );
});

const Place = observer(function Place({ channel }: { channel: Channel }) {
  const t = useText();
  const i18n = useService(I18N);
  const draft = useStore(PublishDraft);
  const { id, name, service, state, followers } = channel;
  const isChosen = draft.chosen.has(id) && state === 'normal';
  const audiences = useStore(PublishPlan).latest.audiences[id] ?? [];
  const facts = [
    service,
    channel.delivery === 'inbox' ? t('publishing:compose.to-inbox') : null,
    followers === null ? null : t('publishing:compose.followers', { count: i18n.count(followers) }),
  ];
  return (
    <li className="rp-compose__place">
      <ChannelPicture channel={channel} />
      <Checkbox
        label={name}
        checked={isChosen}
        disabled={state !== 'normal'}
        onChange={(next) => draft.choosePlaces([id], next)}
      />
      <span className="rp-compose__facts">{facts.filter((fact) => fact !== null).join(' · ')}</span>
      {state !== 'normal' && (
        <Link
          className="rp-compose__again"
          to={`${AT.channels}?id=${id}`}
          aria-label={t(`publishing:channels.${state === 'pending' ? 'agree' : 'authorise'}-named`, { name })}
        >
          {t(`publishing:channels.${state === 'pending' ? 'agree' : 'authorise'}`)}
        </Link>
      )}
      {isChosen && audiences.length > 1 && (
        <div className="rp-compose__audience">
          <Select
            label={t('publishing:compose.audience', { name })}
            labelHidden
            value={draft.own.audiences[id] ?? audiences[0] ?? null}
            options={audiences.map((value) => ({ value, text: audienceText(value, t) }))}
            onChange={(value) => draft.own.setAudience(id, value)}
          />
        </div>
      )}
    </li>
  );
});

/** Those without a group come last. */
function groupsOf(channels: readonly Channel[]): { group: string | null; members: Channel[] }[] {
  const names = [...new Set(channels.map(({ group }) => group))];
  const ordered = names.sort((a, b) => (a === null ? 1 : b === null ? -1 : a.localeCompare(b)));
  return ordered.map((group) => ({ group, members: channels.filter((channel) => channel.group === group) }));
}
