import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import type { PlannedPost } from '#plugins/publishing/plan-calls.ts';
import { FitFacts, FitNotice } from './FitParts.tsx';
import { FixButtons } from './FixButtons.tsx';
import { PostPreview } from './PostPreview.tsx';
import { FIRST_FAULT } from './PublishBar.tsx';
import { PublishDraft } from './PublishDraft.ts';
import { PublishPlan } from './PublishPlan.ts';
import { QuotaPart } from './QuotaPart.tsx';
import './plan.css';

/** Posts that are listed before somebody asks for more, and how many more then. */
const SHOWN = 50;
const MORE = 200;
/** Accounts whose first post is drawn. */
const DRAWN = 4;

/** What will become of it: the first post of each account as people will see it, and all posts by time. */
export const PlanPart = observer(function PlanPart() {
  const t = useText();
  const i18n = useService(I18N);
  const draft = useStore(PublishDraft);
  const { live, latest } = useStore(PublishPlan);
  const { works, isPlanned } = draft;
  const [most, setMost] = useState(SHOWN);
  const posts = isPlanned ? latest.posts : [];
  const firstOf = new Map([...posts].reverse().map((post) => [post.channelId, post]));
  const drawn = draft.accounts.flatMap((channel) => {
    const post = firstOf.get(channel.id);
    return post === undefined ? [] : [{ channel, post }];
  });
  const [first, last] = [posts[0], posts.at(-1)];
  const firstFault = posts.find(({ faults }) => faults.length > 0);
  const shown = Math.max(most, firstFault === undefined ? 0 : posts.indexOf(firstFault) + 1);
  return (
    <section
      className="rp-plan"
      aria-label={t('publishing:plan.title')}
      aria-busy={(live.isLoading && posts.length > 0) || undefined}
    >
      <h2>{t('publishing:plan.title')}</h2>
      {draft.isLocked && (
        <Notice
          kind="info"
          actions={
            <Button size="small" onClick={draft.offerUpgrade}>
              {t('publishing:compose.unlock')}
            </Button>
          }
        >
          {t('publishing:batch-locked')}
        </Notice>
      )}
      {live.failure !== null && isPlanned && !draft.isLocked && (
        <LoadError text={t('publishing:plan.unread')} error={live.failure.error} onRetry={() => void live.load()} />
      )}
      {isPlanned && latest.gone > 0 && (
        <Notice kind="warning">{t('publishing:plan.gone', { count: latest.gone })}</Notice>
      )}
      {posts.length === 0 && live.failure === null && (
        <p className="rp-compose__quiet">{t(isPlanned ? 'publishing:plan.waiting' : 'publishing:plan.none')}</p>
      )}
      {first !== undefined && last !== undefined && (
        <>
          <p role="status">
            {t('publishing:plan.count', { count: posts.length })}
            {draft.isTimed &&
              ` · ${
                first.at === last.at
                  ? i18n.time(first.at)
                  : t('publishing:plan.from-to', { from: i18n.time(first.at), to: i18n.time(last.at) })
              }`}
          </p>
          <FitNotice posts={posts} />
          <QuotaPart quotas={latest.quotas} />
          {draft.moved > 0 && (
            <Notice
              kind="info"
              actions={
                <Button size="small" onClick={draft.takeMovesBack}>
                  {t('publishing:plan.moved-back')}
                </Button>
              }
            >
              {t('publishing:plan.moved', { count: draft.moved })}
            </Notice>
          )}
          <TextField
            label={t('publishing:compose.name')}
            placeholder={draft.name}
            value={draft.named}
            most={100}
            onChange={(named) => draft.set({ named })}
          />
          <div className="rp-plan__cards">
            {drawn.slice(0, DRAWN).map(({ channel, post }) => (
              <PostPreview
                key={channel.id}
                channel={channel}
                post={post}
                work={works.find(({ fileId }) => fileId === post.fileId)}
              />
            ))}
          </div>
          <ol className="rp-plan__posts" aria-label={t('publishing:plan.posts')}>
            {posts.slice(0, shown).map((post, at) => (
              <Planned
                // A plan is made anew as a whole.
                key={at}
                post={post}
                picture={pictureOf(post, draft)}
                isFirstFault={post === firstFault}
                onRemove={
                  post.faults.length === 0
                    ? undefined
                    : () => {
                        const work = works.find(({ fileId }) => fileId === post.fileId);
                        if (work !== undefined) draft.taken.remove(work.id);
                      }
                }
              />
            ))}
          </ol>
          {posts.length > shown && (
            <Button size="small" onClick={() => setMost(shown + MORE)}>
              {t('publishing:plan.more', { count: posts.length - shown })}
            </Button>
          )}
        </>
      )}
    </section>
  );
});

function pictureOf({ fileId }: PlannedPost, { works }: PublishDraft): string | null {
  return works.find((work) => work.fileId === fileId)?.picture ?? null;
}

interface PlannedProps {
  post: PlannedPost;
  picture: string | null;
  isFirstFault: boolean;
  /** Takes its video off; for those that would not go out. */
  onRemove: (() => void) | undefined;
}

const Planned = observer(function Planned({ post, picture, isFirstFault, onRemove }: PlannedProps) {
  const t = useText();
  const i18n = useService(I18N);
  const draft = useStore(PublishDraft);
  const { name, channelId, at, title, faults, notes } = post;
  const channel = draft.accounts.find(({ id }) => id === channelId);
  return (
    <li
      id={isFirstFault ? FIRST_FAULT : undefined}
      tabIndex={isFirstFault ? -1 : undefined}
      data-faulty={faults.length > 0 || undefined}
    >
      <span className="rp-plan__picture">
        {picture === null ? <Icon name="film" size={16} /> : <LazyImage src={picture} />}
      </span>
      <span className="rp-plan__words">
        <span className="rp-plan__name">{title === '' ? name : title}</span>
        <span className="rp-plan__facts">
          {[channel?.name, channel?.service, draft.isTimed ? i18n.time(at) : t('publishing:when.now')]
            .filter((fact) => fact !== undefined)
            .join(' · ')}
        </span>
        {faults.map((fault) => (
          <span key={fault} className="rp-plan__fault">
            {fault}
          </span>
        ))}
        <FitFacts post={post} />
        {notes.map((note) => (
          <span key={note} className="rp-plan__facts">
            {note}
          </span>
        ))}
      </span>
      {onRemove !== undefined && (
        <span className="rp-plan__fixes">
          <FixButtons post={post} />
          <Button size="small" aria-label={t('publishing:compose.remove', { name })} onClick={onRemove}>
            {t('publishing:plan.remove')}
          </Button>
        </span>
      )}
    </li>
  );
});
