import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { Icon } from '#core/web/components/Icon.tsx';

import type { Channel } from '#plugins/publishing/channel-calls.ts';
import { ownPicture } from './own-picture.ts';
import './channels.css';

interface ChannelPictureProps {
  channel: Pick<Channel, 'picture' | 'name'>;
  size?: 'small' | 'large';
}

/** The picture of an account, or the first letter of its name. */
export function ChannelPicture({ channel: { picture, name }, size = 'small' }: ChannelPictureProps) {
  const letter = [...name][0];
  const shown = ownPicture(picture);
  const fallback = letter === undefined ? <Icon name="person" size={16} /> : letter.toUpperCase();
  return (
    <span className="rp-channel-picture" data-size={size} aria-hidden="true">
      {shown === null ? fallback : <LazyImage src={shown} fallback={fallback} />}
    </span>
  );
}

/** An account by picture and name, with the service that it is at. */
export function ChannelName({ channel }: { channel: Pick<Channel, 'picture' | 'name' | 'service'> }) {
  return (
    <span className="rp-channel">
      <ChannelPicture channel={channel} />
      <span className="rp-channel__words">
        <span className="rp-channel__name">{channel.name}</span>
        <span className="rp-channel__service">{channel.service}</span>
      </span>
    </span>
  );
}
