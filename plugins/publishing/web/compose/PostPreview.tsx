import { Icon } from '#core/web/components/Icon.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Channel } from '#plugins/publishing/channel-calls.ts';
import type { PlannedPost } from '#plugins/publishing/post-calls.ts';
import { ChannelPicture } from '../channels/ChannelName.tsx';
import { audienceText } from './audience-text.ts';
import { PublishDraft } from './PublishDraft.ts';

interface PostPreviewProps {
  channel: Channel;
  post: PlannedPost;
  picture: string | null;
  topics: readonly string[];
}

/** A post as people will see it: the video, who posts it, and its words. */
export const PostPreview = observer(function PostPreview({ channel, post, picture, topics }: PostPreviewProps) {
  const t = useText();
  const { audiences, plan } = useStore(PublishDraft);
  const { title, text } = post;
  const offered = plan.value?.audiences[channel.id] ?? [];
  const audience = audiences[channel.id] ?? offered[0];
  return (
    <article className="rp-post-card" aria-label={t('publishing:plan.card', { name: channel.name })}>
      <div className="rp-post-card__picture">
        {picture === null ? <Icon name="film" /> : <LazyImage src={picture} fallback={<Icon name="film" />} />}
      </div>
      <div className="rp-post-card__words">
        <p className="rp-post-card__owner">
          <ChannelPicture channel={channel} />
          <strong>{channel.name}</strong>
        </p>
        {title !== '' && <p className="rp-post-card__title">{title}</p>}
        {text !== '' && <p className="rp-post-card__text">{text}</p>}
        {topics.length > 0 && <p className="rp-post-card__topics">{topics.map((topic) => `#${topic}`).join(' ')}</p>}
        <p className="rp-post-card__facts">
          {channel.service}
          {audience !== undefined && ` · ${audienceText(audience, t)}`}
        </p>
      </div>
    </article>
  );
});
