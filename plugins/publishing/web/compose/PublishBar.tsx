import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { ActionBar } from '#core/web/tools/ActionBar.tsx';

import { PublishDraft } from './PublishDraft.ts';
import { PublishPlan } from './PublishPlan.ts';

const PACKAGES = '/recharge/number';
/** Of the first post that would not go out. */
export const FIRST_FAULT = 'rp-first-fault';

/** What it takes of the account's publishes, and the button that publishes. */
export const PublishBar = observer(function PublishBar() {
  const t = useText();
  const draft = useStore(PublishDraft);
  const plan = useStore(PublishPlan);
  const { works, targets, isPlanned, isLocked, when } = draft;
  const publish = usePluginCallback(plan.publish);
  const { live, isPublishing } = plan;
  const { posts, cost, available } = plan.latest;
  const faulty = plan.faulty.length;
  const isShort = cost > available;
  const missing = works.length === 0 ? 'works' : targets.length === 0 ? 'places' : when.fault !== null ? 'when' : null;
  // Who lacks a level is told by the button what would have it.
  const isReady = isPlanned && posts.length > 0 && !live.isLoading && live.failure === null;
  const canPress = isLocked || (isReady && !isShort);
  return (
    <ActionBar>
      {missing !== null ? (
        <p role="status">{t(`publishing:compose.missing-${missing}`)}</p>
      ) : (
        posts.length > 0 && (
          <p className="rp-compose__cost" data-short={isShort || undefined} role="status">
            {cost === 0
              ? t('publishing:compose.takes-none')
              : t(isShort ? 'publishing:compose.short' : 'publishing:compose.uses', { cost, available })}
            {isShort && <Link to={PACKAGES}>{t('shell:cost.more')}</Link>}
          </p>
        )
      )}
      {faulty > 0 && isReady && (
        <Button
          size="large"
          icon="warning"
          onClick={() => {
            const post = document.getElementById(FIRST_FAULT);
            post?.scrollIntoView({ block: 'center' });
            post?.focus({ preventScroll: true });
          }}
        >
          {t('publishing:compose.see-faulty', { count: faulty })}
        </Button>
      )}
      <Button
        variant={works.length === 0 ? 'secondary' : 'primary'}
        size="large"
        icon="send"
        busy={isPublishing}
        disabled={!canPress}
        onClick={publish}
      >
        {isReady
          ? t(draft.isTimed ? 'publishing:compose.schedule' : 'publishing:compose.publish', {
              count: posts.length,
              where: t('publishing:channels.count', { count: new Set(posts.map((post) => post.channelId)).size }),
            })
          : t('publishing:compose.publish-none')}
      </Button>
    </ActionBar>
  );
});
