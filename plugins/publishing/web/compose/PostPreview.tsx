import { captionOf, countLetters } from '#core/contract/post-text.ts';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Channel } from '#plugins/publishing/channel-calls.ts';
import type { AccountTakes, Cover, PlannedPost } from '#plugins/publishing/plan-calls.ts';
import { ChannelPicture } from '../channels/ChannelName.tsx';
import { audienceText } from './audience-text.ts';
import { PublishDraft } from './PublishDraft.ts';
import { PublishPlan } from './PublishPlan.ts';
import type { Work } from './TakenWorks.ts';
import { WorkPicture } from './WorkPicture.tsx';

interface PostPreviewProps {
  channel: Channel;
  post: PlannedPost;
  work: Work | undefined;
}

/** A post as people will see it: the video, who posts it, and its words. */
export const PostPreview = observer(function PostPreview({ channel, post, work }: PostPreviewProps) {
  const t = useText();
  const draft = useStore(PublishDraft);
  const { words, audiences } = draft.own;
  const plan = useStore(PublishPlan).latest;
  const offered = plan.audiences[channel.id] ?? [];
  const audience = audiences[channel.id] ?? offered[0];
  const cover = draft.coverOf(post);
  const takes = plan.takes[channel.id];
  const isDraft = takes?.isDraft === true;
  // Of a draft only the video arrives.
  const { title, text } = isDraft ? { title: '', text: '' } : post;
  const leftOut = cover === null || takes === undefined || isDraft ? null : coverLeftOut(cover, takes);
  const product = isDraft || words[channel.id]?.product === null ? null : draft.product;
  const link = takes?.products === 'link' ? product?.url : undefined;
  const topics = isDraft ? [] : (words[channel.id]?.topics ?? draft.words.topics);
  const mentions = isDraft ? [] : (words[channel.id]?.mentions ?? draft.words.mentions[channel.platform] ?? []);
  const marks = captionOf({ text: '', topics, mentions });
  const caption = captionOf({ text, topics: takes?.hasTags === true ? [] : topics, mentions, link });
  return (
    <article
      className="rp-post-card"
      data-layout={layoutOf(channel.platform)}
      aria-label={t('publishing:plan.card', { name: channel.name })}
    >
      <div className="rp-post-card__screen">
        <div className="rp-post-card__picture">
          <WorkPicture work={work} cover={leftOut === null && !isDraft ? cover : null} />
        </div>
        <div className="rp-post-card__words">
          <p className="rp-post-card__owner">
            <ChannelPicture channel={channel} />
            <strong>{channel.name}</strong>
          </p>
          {title !== '' && takes?.titleLetters !== null && <p className="rp-post-card__title">{title}</p>}
          {text !== '' && <p className="rp-post-card__text">{text}</p>}
          {link !== undefined && <p className="rp-post-card__topics">{link}</p>}
          {product !== null && takes?.products === 'item' && (
            <p className="rp-post-card__item">{t('publishing:products.item', { name: product.name })}</p>
          )}
          {marks !== '' && <p className="rp-post-card__topics">{marks}</p>}
        </div>
      </div>
      <p className="rp-post-card__facts">
        {channel.service}
        {audience !== undefined && ` · ${audienceText(audience, t)}`}
      </p>
      {takes !== undefined && <Letters takes={takes} title={title} caption={caption} />}
      {isDraft && <p className="rp-post-card__note">{t('publishing:plan.draft', { service: channel.service })}</p>}
      {title !== '' && takes?.titleLetters === null && (
        <p className="rp-post-card__note">{t('publishing:plan.no-title', { service: channel.service })}</p>
      )}
      {product !== null && takes?.products === null && (
        <p className="rp-post-card__note">{t('publishing:products.left-out', { service: channel.service })}</p>
      )}
      {leftOut !== null && (
        <p className="rp-post-card__note">{t(`publishing:cover.left-out-${leftOut}`, { service: channel.service })}</p>
      )}
    </article>
  );
});

/** Platforms that show a video as a whole screen with its words over it, and those that show it below what is said. */
const [SCREENS, TIMELINES] = [
  ['tiktok', 'youtube', 'instagram', 'facebook', 'douyin', 'kuaishou', 'shopee', 'xiaohongshu', 'wechat-channels'],
  ['x', 'mastodon'],
];

/** Elsewhere a video has a page, with its words below it. */
function layoutOf(platform: string): 'screen' | 'timeline' | 'page' {
  if (SCREENS.includes(platform)) return 'screen';
  return TIMELINES.includes(platform) ? 'timeline' : 'page';
}

/** Why a platform does not show a cover that was chosen; null when it does. */
function coverLeftOut({ kind }: Cover, { covers }: AccountTakes): 'all' | 'pictures' | null {
  if (covers === null) return 'all';
  return covers === 'frames' && kind === 'picture' ? 'pictures' : null;
}

/** How much of what the platform takes is used, as it counts. */
function Letters({ takes, title, caption }: { takes: AccountTakes; title: string; caption: string }) {
  const t = useText();
  const { counts, titleLetters, textLetters } = takes;
  const counted = [
    ...(titleLetters === null ? [] : [{ what: 'title', letters: title.length, most: titleLetters } as const]),
    ...(textLetters === null
      ? []
      : [
          {
            what: counts.by === 'bytes' ? 'bytes' : 'text',
            letters: lettersOf(caption, takes),
            most: textLetters,
          } as const,
        ]),
  ];
  return (
    <p className="rp-post-card__facts">
      {counted.map(({ what, letters, most }, index) => (
        <span key={what} className="rp-post-card__count" data-over={letters > most || undefined}>
          {index > 0 && ' · '}
          {t(`publishing:plan.letters-${what}`, { letters, most })}
        </span>
      ))}
    </p>
  );
}

function lettersOf(caption: string, { counts: { by, link } }: AccountTakes): number {
  return countLetters(caption, link === undefined ? { by } : { by, link });
}
