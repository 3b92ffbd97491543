import { Button } from '#core/web/components/Button.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { Tag } from '#core/web/ui/Tag.tsx';

import type { Post } from '#plugins/publishing/post-calls.ts';
import { AT } from '../links/addresses.ts';
import { PhoneButton } from '../phone/PhoneButton.tsx';
import { PostActions } from './PostActions.ts';
import { lookAt, POST_TONES } from './post-words.ts';

interface PostStateProps {
  post: Post;
  onChanged(post: Post): void;
}

/** How far a post is; of one that failed, why, and the one thing to do about it. */
export const PostState = observer(function PostState({ post, onChanged }: PostStateProps) {
  const t = useText();
  const i18n = useService(I18N);
  const { state, isPaused, isAsked, progress, cause, linkProof } = post;
  const isOpen = state !== 'published' && state !== 'cancelled';
  const isWaiting = state === 'planned' && (isPaused || isAsked);
  return (
    <span className="rp-post-state">
      <span>
        <Tag tone={isWaiting ? 'caution' : POST_TONES[state]}>
          {isWaiting
            ? t(isAsked ? 'publishing:posts.asked' : 'publishing:posts.paused')
            : state === 'uploading'
              ? t('publishing:posts.uploading', { percent: Math.round(progress * 100) })
              : t(`publishing:posts.state-${state}`)}
        </Tag>
      </span>
      {state === 'handover' && (
        <PhoneButton
          kind="post"
          id={post.id}
          size="small"
          name={post.title === '' ? post.name : post.title}
          label={t('publishing:posts.by-phone-named', { name: post.name })}
        >
          {t('publishing:posts.by-phone')}
        </PhoneButton>
      )}
      {state === 'inbox' && <Inbox post={post} />}
      {state === 'published' && linkProof !== null && (
        <span className="rp-post-state__cause">{t(`publishing:posts.link-${linkProof}`)}</span>
      )}
      {cause !== null && <span className="rp-post-state__cause">{cause.text}</span>}
      {isOpen && cause !== null && cause.until !== null && (
        <span className="rp-post-state__cause">
          {t('publishing:posts.limited-until', { time: i18n.time(cause.until) })}
        </span>
      )}
      {cause !== null && state === 'failed' && <NextStep post={post} next={cause.next} onChanged={onChanged} />}
    </span>
  );
});

/** Of a draft: where it waits, and the words that its owner enters there, since no draft has any. */
const Inbox = observer(function Inbox({ post }: { post: Post }) {
  const t = useText();
  const actions = useStore(PostActions);
  const copy = usePluginCallback(() => actions.copyCaption(post));
  return (
    <>
      <span className="rp-post-state__cause">{t('publishing:posts.inbox-text')}</span>
      {post.caption !== null && post.caption !== '' && (
        <span>
          <Button
            size="small"
            icon="copy"
            aria-label={t('publishing:posts.copy-caption-named', { name: post.name })}
            onClick={copy}
          >
            {t('publishing:posts.copy-caption')}
          </Button>
        </span>
      )}
    </>
  );
});

const NextStep = observer(function NextStep({
  post,
  next,
  onChanged,
}: PostStateProps & { next: NonNullable<Post['cause']>['next'] }) {
  const t = useText();
  const actions = useStore(PostActions);
  const retry = usePluginCallback(() => actions.steer(post, 'retry', onChanged));
  const tell = usePluginCallback(() => actions.copyForOperator(post));
  const { channelId, fileId } = post;
  if (next === 'authorise' && channelId !== null) {
    return <Link to={`${AT.channels}?id=${channelId}`}>{t('publishing:posts.next-authorise')}</Link>;
  }
  if (next === 'host' && channelId !== null) {
    return <Link to={`${AT.channels}?id=${channelId}`}>{t('publishing:posts.next-host')}</Link>;
  }
  if (next === 'change' && fileId !== null) {
    return <Link to={AT.compose}>{t('publishing:posts.next-change')}</Link>;
  }
  if (next === 'operator') {
    return (
      <span>
        <Button size="small" icon="copy" onClick={tell}>
          {t('publishing:posts.next-operator')}
        </Button>
      </span>
    );
  }
  if (next === 'look') return <Look post={post} onChanged={onChanged} />;
  return (
    <span>
      <Button size="small" icon="refresh" busy={actions.busy.has(post.id)} onClick={retry}>
        {t('publishing:posts.retry')}
      </Button>
    </span>
  );
});

/** Leads to where the post may be, and takes what its owner has seen there. */
const Look = observer(function Look({ post, onChanged }: PostStateProps) {
  const t = useText();
  const actions = useStore(PostActions);
  const say = usePluginCallback((step: 'there' | 'retry') => actions.steer(post, step, onChanged));
  const place = lookAt(post);
  const isBusy = actions.busy.has(post.id);
  const { name } = post;
  return (
    <span className="rp-post-state__look">
      {place !== null && (
        <a href={place} target="_blank" rel="noreferrer">
          {t('publishing:posts.look')}
        </a>
      )}
      <Button
        size="small"
        busy={isBusy}
        aria-label={t('publishing:posts.there-named', { name })}
        onClick={() => say('there')}
      >
        {t('publishing:posts.there')}
      </Button>
      <Button
        size="small"
        busy={isBusy}
        aria-label={t('publishing:posts.not-there-named', { name })}
        onClick={() => say('retry')}
      >
        {t('publishing:posts.not-there')}
      </Button>
    </span>
  );
});
