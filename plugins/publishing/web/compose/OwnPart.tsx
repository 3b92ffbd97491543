import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Channel } from '#plugins/publishing/channel-calls.ts';
import { ChannelPicture } from '../channels/ChannelName.tsx';
import OwnDialog, { type OwnDialogProps } from './OwnDialog.tsx';
import type { ChosenOwn } from './OwnDraft.ts';
import { PublishDraft } from './PublishDraft.ts';
import { PublishPlan } from './PublishPlan.ts';

/** Accounts that are listed before somebody asks for all. */
const SHOWN = 8;

/** What posts on single accounts have of their own. */
export const OwnPart = observer(function OwnPart() {
  const t = useText();
  const draft = useStore(PublishDraft);
  const { audiences } = useStore(PublishPlan).latest;
  const [isWhole, setWhole] = useState(false);
  const { targets } = draft;
  if (targets.length < 2) return null;
  const count = targets.filter((channel) => draft.own.differences(channel.id, audiences).length > 0).length;
  const shown = isWhole ? targets : targets.slice(0, SHOWN);
  return (
    <section className="rp-compose__part" aria-label={t('publishing:own.part')}>
      <header>
        <h2>{t('publishing:own.part')}</h2>
        <span role="status">{count === 0 ? t('publishing:own.none') : t('publishing:own.count', { count })}</span>
      </header>
      <ul className="rp-compose__places">
        {shown.map((channel) => (
          <Own key={channel.id} channel={channel} />
        ))}
      </ul>
      {targets.length > shown.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('publishing:own.all', { count: targets.length })}
        </Button>
      )}
    </section>
  );
});

const Own = observer(function Own({ channel }: { channel: Channel }) {
  const t = useText();
  const draft = useStore(PublishDraft);
  const plan = useStore(PublishPlan);
  const dialogs = useService(DIALOGS);
  const { id, name, service, platform } = channel;
  const differences = draft.own.differences(channel.id, plan.latest.audiences);
  const change = usePluginCallback(async () => {
    const own = draft.own.words[id] ?? {};
    const asked: Omit<OwnDialogProps, 'close'> = {
      ...{ name, service, own, takes: plan.latest.takes[id], audience: draft.own.audiences[id] ?? null },
      count: draft.targets.filter((other) => other.platform === platform).length,
      audiences: plan.latest.audiences[id] ?? [],
      common: { titles: draft.words.titles, text: draft.words.texts[0] ?? '', topics: draft.words.topics },
      picture: own.cover?.kind === 'picture' ? (draft.covers.pictures[own.cover.id] ?? null) : null,
      places: draft.places.value ?? [],
      choosePicture: draft.choosePicture,
    };
    const dialog = async () => ({ default: OwnDialog });
    const look = { width: 560, height: 620 };
    const chosen = await dialogs.show<Omit<OwnDialogProps, 'close'>, ChosenOwn>(dialog, asked, look);
    if (chosen !== undefined) draft.setOwn(channel, chosen, plan.latest.audiences);
  });
  const words = differences.map((what) => t(`publishing:own.has-${what}`)).join(t('publishing:own.between'));
  return (
    <li className="rp-compose__place">
      <ChannelPicture channel={channel} />
      <span className="rp-compose__work">{name}</span>
      <span className="rp-compose__own">
        {differences.length > 0 && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t('publishing:own.reset-named', { name })}
            onClick={() => draft.own.reset(id)}
          >
            {t('publishing:own.reset')}
          </Button>
        )}
        <Button
          size="small"
          aria-label={t('publishing:own.change-named', { name: `${name} · ${service}` })}
          onClick={change}
        >
          {t('publishing:own.change')}
        </Button>
      </span>
      <span className="rp-compose__facts">
        {service}
        {' · '}
        {differences.length === 0 ? t('publishing:own.same') : t('publishing:own.differs', { what: words })}
      </span>
    </li>
  );
});
