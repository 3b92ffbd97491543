import type { ToolRun } from '#core/contract/tool-run-calls.ts';

import { BackLink } from '../components/BackLink.tsx';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { ProgressBar } from '../components/ProgressBar.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { EVENTS } from '../events/events.ts';
import { I18N, type I18n } from '../i18n/i18n.ts';
import { observer } from '../react/observer.ts';
import { useService } from '../react/use-service.ts';
import { useText } from '../react/use-text.ts';
import { describeTimeLeft } from '../tasks/describe-job.ts';
import type { FollowedToolRun } from './FollowedToolRun.ts';
import { RunSteps } from './RunSteps.tsx';
import type { ToolRunActions } from './ToolRunActions.ts';
import './ToolRunHead.css';

interface ToolRunHeadProps {
  run: FollowedToolRun;
  facts: ToolRun;
  actions: ToolRunActions;
  /** Where the run was started. */
  back: { to: string; title: string };
}

/** What is made, how far it is, and how it is steered. */
export const ToolRunHead = observer(function ToolRunHead({ run, facts, actions, back }: ToolRunHeadProps) {
  const t = useText();
  const i18n = useService(I18N);
  const events = useService(EVENTS);
  const { name, state, createdAt, expiresAt, error } = facts;
  const isUnderWay = run.isUnderWay === true;
  const [left] = describeTimeLeft(facts, t);
  return (
    <header className="rp-tool-run-head">
      <div className="rp-tool-run-head__line">
        <div className="rp-tool-run-head__title">
          <BackLink to={back.to}>{back.title}</BackLink>
          <h1>{name}</h1>
          <p className="rp-tool-run-head__quiet">
            <RelativeTime time={createdAt} words={(ago) => t('shell:runs.begun', { ago })} />
          </p>
        </div>
        <div className="rp-tool-run-head__actions">
          {(state === 'working' || state === 'paused') && (
            <Button
              icon={state === 'paused' ? 'play' : 'pause'}
              busy={actions.isBusy('pause')}
              onClick={() => void actions.pause()}
            >
              {t(state === 'paused' ? 'shell:runs.resume' : 'shell:runs.pause')}
            </Button>
          )}
          {isUnderWay && (
            <Button icon="stop" busy={actions.isBusy('cancel')} onClick={() => void actions.cancel()}>
              {t('shell:runs.cancel')}
            </Button>
          )}
          {state === 'failed' && (
            <Button icon="refresh" busy={actions.isBusy('retry')} onClick={() => void actions.retry()}>
              {t('shell:runs.retry')}
            </Button>
          )}
        </div>
      </div>
      {isUnderWay ? (
        <>
          <p className="rp-tool-run-head__state">
            <strong>{`${Math.floor(run.progress * 100)}%`}</strong>
            <span role="status">{describeToolRun(facts, t)}</span>
            {left !== undefined && <span className="rp-tool-run-head__left">{left}</span>}
            {(events.connection === 'lost' || run.isLost) && (
              <span className="rp-tool-run-head__lost" role="status">
                <Icon name="warning" size={16} />
                {t('shell:runs.lost')}
              </span>
            )}
          </p>
          <ProgressBar value={run.progress} label={name} waiting={state === 'paused'} />
          <div className="rp-tool-run-head__steps">
            <RunSteps runId={run.id} />
          </div>
        </>
      ) : (
        <p className="rp-tool-run-head__end" data-state={state}>
          {[
            describeToolRun(facts, t),
            error ?? '',
            expiresAt === null || facts.made === 0 ? '' : t('shell:runs.expires', { day: i18n.time(expiresAt) }),
          ]
            .filter((text) => text !== '')
            .join(' ')}
        </p>
      )}
    </header>
  );
});

/** How far a run is, in a few words. */
export function describeToolRun({ state, made, planned, failed }: ToolRun, t: I18n['t']): string {
  const count = planned ?? 0;
  switch (state) {
    case 'planning':
      return t('shell:runs.planning');
    case 'working':
      return t('shell:runs.working', { made, count });
    case 'paused':
      return t('shell:runs.paused', { made, count });
    case 'finishing':
      return t('shell:runs.finishing');
    case 'done':
      return failed > 0 ? t('shell:runs.done-partly', { made, failed }) : t('shell:runs.done', { count: made });
    case 'failed':
      return t('shell:runs.failed');
    case 'cancelled':
      return t('shell:runs.cancelled', { count: made });
  }
}
