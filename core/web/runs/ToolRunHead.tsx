import type { ToolRun } from '#core/contract/tool-run-calls.ts';

import { BackLink } from '../components/BackLink.tsx';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { ProgressBar } from '../components/ProgressBar.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { EVENTS } from '../events/events.ts';
import { I18N } from '../i18n/i18n.ts';
import { observer } from '../react/observer.ts';
import { usePluginContext } from '../react/use-plugin-context.ts';
import { useService } from '../react/use-service.ts';
import { useText } from '../react/use-text.ts';
import { describeTimeLeft } from '../tasks/describe-job.ts';
import { describeToolRun } from './describe-tool-run.ts';
import type { FollowedToolRun } from './FollowedToolRun.ts';
import { OtherRuns } from './OtherRuns.tsx';
import type { RunLook } from './run-look.ts';
import { useRunWords } from './run-words.ts';
import { runNotices } from './RunNotices.ts';
import { RunSteps } from './RunSteps.tsx';
import type { ToolRunActions } from './ToolRunActions.ts';
import './ToolRunHead.css';

interface ToolRunHeadProps {
  run: FollowedToolRun;
  facts: ToolRun;
  actions: ToolRunActions;
  look: RunLook;
}

/** What is made, how far it is, and how it is steered. */
export const ToolRunHead = observer(function ToolRunHead({ run, facts, actions, look }: ToolRunHeadProps) {
  const t = useText();
  const say = useRunWords(look.words);
  const events = useService(EVENTS);
  const { name, state, createdAt } = facts;
  const isUnderWay = run.isUnderWay === true;
  const back = look.back(facts);
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
          {isUnderWay && <NoticesButton />}
          <OtherRuns run={facts} look={look} />
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
            <Button
              icon="stop"
              busy={actions.isBusy('cancel')}
              onClick={() => void actions.cancel(look.expected?.(facts) ?? facts.planned ?? 0)}
            >
              {t('shell:runs.cancel')}
            </Button>
          )}
        </div>
      </div>
      {isUnderWay ? (
        <>
          <p className="rp-tool-run-head__state">
            <strong>{`${Math.floor(run.progress * 100)}%`}</strong>
            <span role="status">{look.describe?.(facts) ?? describeToolRun(facts, t)}</span>
            {(look.left?.(facts) ?? describeTimeLeft(facts, t)).map((words) => (
              <span key={words} className="rp-tool-run-head__left">
                {words}
              </span>
            ))}
            {(events.connection === 'lost' || run.isLost) && (
              <span className="rp-tool-run-head__lost" role="status">
                <Icon name="warning" size={16} />
                {say('lost')}
              </span>
            )}
          </p>
          <ProgressBar value={run.progress} label={name} waiting={state === 'paused'} />
          <div className="rp-tool-run-head__steps">
            <RunSteps runId={run.id} />
          </div>
        </>
      ) : (
        (look.end?.(facts) ?? <EndLine facts={facts} look={look} />)
      )}
    </header>
  );
});

/** How it ended, and how long what it made is kept that is nowhere else. */
function EndLine({ facts, look }: { facts: ToolRun; look: RunLook }) {
  const t = useText();
  const i18n = useService(I18N);
  const { state, expiresAt, made } = facts;
  const goes = expiresAt !== null && made > (look.keptElsewhere?.(facts) ?? 0) ? expiresAt : null;
  return (
    <p className="rp-tool-run-head__end" data-state={state}>
      {look.describe?.(facts) ?? describeToolRun(facts, t)}
      {goes !== null && ` · ${t('shell:runs.expires', { day: i18n.time(goes) })}`}
    </p>
  );
}

const NoticesButton = observer(function NoticesButton() {
  const t = useText();
  const notices = runNotices(usePluginContext());
  const { isReady, permission } = notices;
  if (permission === 'unknown') return null;
  const label =
    permission === 'denied'
      ? 'shell:runs.notices-denied'
      : isReady
        ? 'shell:runs.notices-off'
        : 'shell:runs.notices-on';
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
