import { useEffect } from 'react';

import { BackLink } from '#core/web/components/BackLink.tsx';
import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { Link } from '#core/web/router/links.ts';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { EVENTS } from '#core/web/events/events.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuLink } from '#core/web/ui/DropdownMenu.tsx';

import type { MixRun } from '#plugins/mixing/calls.ts';
import { bytesText, durationText } from '../parts/range-text.ts';
import { OtherRuns } from './OtherRuns.ts';
import type { FollowedRun } from './FollowedRun.ts';
import { RunActions } from './RunActions.ts';
import { RunNotices } from './RunNotices.ts';
import { describeRun } from './describe-run.ts';
import './RunHead.css';

interface RunHeadProps {
  run: FollowedRun;
  facts: MixRun;
}

/** What is made, how far it is, and how it is steered. */
export const RunHead = observer(function RunHead({ run, facts }: RunHeadProps) {
  const t = useText();
  const i18n = useService(I18N);
  const events = useService(EVENTS);
  const actions = useStore(RunActions);
  const { name, projectId, state, createdAt, secondsLeft, bytes } = facts;
  const isUnderWay = run.isUnderWay === true;
  const percent = Math.floor(run.progress * 100);
  const isSteered = state === 'rendering' || state === 'paused';
  return (
    <header className="rp-run-head">
      <div className="rp-run-head__line">
        <div className="rp-run-head__title">
          <BackLink to={`/mixedCut/edit/${projectId}`}>{t('mixing:run.to-project')}</BackLink>
          <h1>{name}</h1>
          <p className="rp-run-head__since">
            <RelativeTime time={createdAt} words={(ago) => t('mixing:run.begun', { ago })} />
          </p>
        </div>
        <div className="rp-run-head__actions">
          {isUnderWay && <NoticesButton />}
          <OtherRunsMenu key={projectId} projectId={projectId} current={run.id} />
          {isSteered && (
            <Button
              icon={state === 'paused' ? 'play' : 'pause'}
              busy={actions.isBusy(run, 'pause')}
              onClick={() => void actions.pause(run)}
            >
              {t(state === 'paused' ? 'mixing:run.resume' : 'mixing:run.pause')}
            </Button>
          )}
          {isUnderWay && (
            <Button icon="stop" busy={actions.isBusy(run, 'cancel')} onClick={() => void actions.cancel(run)}>
              {t('mixing:run.cancel')}
            </Button>
          )}
        </div>
      </div>
      {isUnderWay && (
        <div className="rp-run-head__progress">
          <p className="rp-run-head__state">
            <strong>{`${percent}%`}</strong>
            <span role="status">{describeRun(facts, t)}</span>
            {secondsLeft !== null && (
              <span className="rp-run-head__left">{t('mixing:run.left', { time: durationText(secondsLeft, t) })}</span>
            )}
            {bytes !== null && (
              <span className="rp-run-head__left">{t('mixing:run.bytes', { space: bytesText(bytes, i18n) })}</span>
            )}
            {(events.connection === 'lost' || run.isLost) && (
              <span className="rp-run-head__lost" role="status">
                <Icon name="warning" size={16} />
                {t('mixing:run.lost')}
              </span>
            )}
          </p>
          <ProgressBar value={run.progress} label={name} waiting={state === 'paused'} />
        </div>
      )}
      {!isUnderWay && <EndLine facts={facts} />}
    </header>
  );
});

/** How it ended; of a run that is done that is its certificate. */
function EndLine({ facts }: { facts: MixRun }) {
  const t = useText();
  const { id, state, distance } = facts;
  if (state !== 'done') {
    return (
      <p className="rp-run-head__end" data-state={state}>
        {describeRun(facts, t)}
      </p>
    );
  }
  return (
    <Link className="rp-run-head__certificate" to={`/mixedCut/certificate/${id}`}>
      <Icon name="shield" />
      <span className="rp-run-head__words">
        <span>{describeRun(facts, t)}</span>
        <strong>
          {distance === null
            ? t('mixing:run.certificate')
            : t('mixing:run.distance', {
                least: distance.least,
                mean: Math.round(distance.mean * 10) / 10,
                of: distance.of,
              })}
        </strong>
      </span>
      <Icon name="chevron-right" size={16} />
    </Link>
  );
}

const NoticesButton = observer(function NoticesButton() {
  const t = useText();
  const notices = useStore(RunNotices);
  const { isReady, permission } = notices;
  if (permission === 'unknown') return null;
  const label =
    permission === 'denied' ? 'mixing:notice.denied' : isReady ? 'mixing:notice.turn-off' : 'mixing:notice.turn-on';
  return (
    <IconButton
      icon="bell"
      label={t(label)}
      aria-pressed={isReady}
      aria-disabled={permission === 'denied' || undefined}
      onClick={() => void notices.toggle()}
    />
  );
});

const OtherRunsMenu = observer(function OtherRunsMenu({ projectId, current }: { projectId: string; current: string }) {
  const t = useText();
  const others = useStore(OtherRuns);
  useEffect(() => others.follow(projectId), [others, projectId]);
  const runs = others.of(projectId).filter(({ id }) => id !== current);
  if (runs.length === 0) return null;
  return (
    <DropdownMenu
      label={t('mixing:run.others')}
      trigger={(menu) => <IconButton icon="history" label={t('mixing:run.others')} {...menu} />}
    >
      {runs.map((other) => (
        <MenuLink key={other.id} to={`/mixedCut/run/${other.id}`}>
          <RelativeTime time={other.createdAt} />
          <span className="rp-run-head__other">{describeRun(other, t)}</span>
        </MenuLink>
      ))}
    </DropdownMenu>
  );
});
