import { useEffect, useState, type ReactNode } from 'react';

import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { Icon } from '#core/web/components/Icon.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { followPlayback } from '#core/web/studio/playback/follow-playback.ts';
import { PlayerScreen, StudioPlayer, useStudioPlayback, type StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';

import { mixOutputOf } from '#plugins/mixing/mix-run.ts';
import type { ReadCertificate } from './Certificates.ts';

/** Places of the two in the certificate. */
type Pair = readonly [number, number];

interface PairPlayerProps {
  read: ReadCertificate;
  pair: Pair;
  /** Shots that both have. */
  symbols: ReadonlySet<number>;
  /** By their ids; null while they are read. */
  videos: ReadonlyMap<string, ToolItem> | null;
}

/** A video of the pair that can be played. */
interface Playable {
  at: number;
  url: string;
  poster: string | undefined;
  seconds: number;
  /** Whether it is the one that is heard: that at the left. */
  isHeard: boolean;
}

/** Two videos side by side, played as one by the keys and buttons of the studio; the longer one is the clock. */
export function PairPlayer({ read, pair, symbols, videos }: PairPlayerProps) {
  // Those that are gone although there was an address.
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const playable = pair.flatMap((at): Playable[] => {
    const video = videos?.get(read.certificate.outputs[at]?.id ?? '');
    const url = video?.files[0]?.url;
    if (video === undefined || url === undefined || broken.has(url)) return [];
    const seconds = mixOutputOf(video).facts?.seconds ?? 0;
    return [{ at, url, seconds, poster: video.poster ?? undefined, isHeard: at === pair[0] }];
  });
  const [leader, follower] = playable.toSorted((one, other) => other.seconds - one.seconds);
  const isAlone = playable.length === 1;
  const draw = (screens: ReadonlyMap<number, ReactNode>): ReactNode => (
    <div className="rp-pair__videos">
      {pair.map((at) => (
        <Side key={at} {...{ at, read, symbols }} isRead={videos !== null} screen={screens.get(at)} />
      ))}
    </div>
  );
  if (leader === undefined) return draw(new Map());
  const lose = (url: string): void => setBroken((before) => new Set([...before, url]));
  return (
    <Players
      key={leader.url}
      {...{ follower, draw, lose }}
      leader={{ ...leader, isHeard: isAlone || leader.isHeard }}
    />
  );
}

interface PlayersProps {
  leader: Playable;
  follower: Playable | undefined;
  draw(screens: ReadonlyMap<number, ReactNode>): ReactNode;
  /** One cannot be played. */
  lose(url: string): void;
}

const Players = observer(function Players({ leader, follower, draw, lose }: PlayersProps) {
  const t = useText();
  const playback = useStudioPlayback(leader.url);
  const { hasFailed } = playback;
  useEffect(() => {
    if (hasFailed && follower !== undefined) lose(leader.url);
  });
  return (
    <StudioPlayer
      playback={playback}
      url={leader.url}
      label={t('mixing:difference.pair-player')}
      poster={leader.poster}
    >
      {() =>
        draw(
          new Map([
            [leader.at, <Screen key={leader.url} playback={playback} own={playback} video={leader} />],
            ...(follower === undefined
              ? []
              : [[follower.at, <Follower key={follower.url} {...{ playback, follower, lose }} />] as const]),
          ]),
        )
      }
    </StudioPlayer>
  );
});

interface FollowerProps {
  playback: StudioPlayback;
  follower: Playable;
  lose(url: string): void;
}

/** The video that does as the other does. */
const Follower = observer(function Follower({ playback, follower, lose }: FollowerProps) {
  const { url } = follower;
  const own = useStudioPlayback(url);
  useEffect(() => followPlayback(playback, own), [playback, own]);
  const { hasFailed } = own;
  useEffect(() => {
    if (hasFailed) lose(url);
  });
  return <Screen playback={playback} own={own} video={follower} />;
});

interface ScreenProps {
  /** That of the one that leads. */
  playback: StudioPlayback;
  own: StudioPlayback;
  video: Playable;
}

/** A press on either plays or stops both. */
function Screen({ playback, own, video: { url, poster, isHeard } }: ScreenProps) {
  return (
    // The buttons below do the same, and have labels.
    <div className="rp-pair__press" onClick={playback.toggle}>
      <PlayerScreen playback={own} url={url} poster={poster} isSilent={!isHeard} />
    </div>
  );
}

interface SideProps {
  at: number;
  read: ReadCertificate;
  symbols: ReadonlySet<number>;
  isRead: boolean;
  screen: ReactNode;
}

function Side({ at, read: { certificate }, symbols, isRead, screen }: SideProps) {
  const t = useText();
  const output = certificate.outputs[at];
  const names = new Map(certificate.materials.map(({ material, name }) => [material, name ?? material]));
  const groups = new Map(certificate.groups.map(({ id, name }, index) => [id, name === '' ? String(index + 1) : name]));
  if (output === undefined) return null;
  return (
    <figure className="rp-pair__side">
      <div className="rp-pair__screen">
        {screen}
        {isRead && screen === undefined && (
          <p>
            <Icon name="warning" size={16} /> {t('mixing:video-deleted')}
          </p>
        )}
      </div>
      <figcaption>
        <h3>{output.file}</h3>
        <ul className="rp-pair__shots">
          {output.shots.map(({ group, material, start, end, symbol }, index) => {
            const isShared = symbols.has(symbol);
            return (
              <li
                key={index}
                data-shared={isShared || undefined}
                title={`${groups.get(group) ?? group}: ${names.get(material) ?? material}, ${start.toFixed(1)}–${end.toFixed(1)} s`}
              >
                {names.get(material) ?? material}
                {isShared && <span className="rp-visually-hidden">{t('mixing:difference.in-both')}</span>}
              </li>
            );
          })}
        </ul>
      </figcaption>
    </figure>
  );
}
