import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { IconButton } from '#core/web/components/IconButton.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import type { OpenedProject } from './OpenedProject.ts';
import type { Materials } from './use-materials.ts';
import { SequencePlayback } from './SequencePlayback.ts';

/** Plays all pieces in their order, as they will be: straight from the videos, before anything is rendered. */
export const SequencePlayer = observer(function SequencePlayer({
  project,
  materials,
}: {
  project: OpenedProject;
  materials: Materials;
}) {
  const t = useText();
  const [playback] = useState(() => new SequencePlayback());
  const first = useRef<HTMLVideoElement>(null);
  const second = useRef<HTMLVideoElement>(null);
  /** Addresses as they were first: each answer signs them again, and a new one would load the same video again. */
  const urls = useRef(new Map<string, string>());
  const { slots } = project;
  const played = useMemo(
    () =>
      slots.flatMap(({ slot, piece }, at) => {
        const known =
          piece === null ? undefined : (urls.current.get(piece.material) ?? materials.get(piece.material)?.url);
        if (piece === null || known === undefined) return [];
        urls.current.set(piece.material, known);
        const { from, to } = piece;
        const name = slot.name || t('pieces:slot-number', { number: at + 1 });
        return [{ id: `${slot.id} ${from} ${to}`, slot: slot.id, url: known, from, to, name }];
      }),
    [slots, materials, t],
  );
  useEffect(() => {
    playback.attach([first.current, second.current]);
    return () => playback.attach([null, null]);
  }, [playback]);
  useEffect(() => playback.setPieces(played), [playback, played]);
  const { at, isPlaying, time, front, hasFailed } = playback;
  const current = played[at];
  useEffect(() => {
    if (current !== undefined) project.select(current.slot);
  }, [project, current]);
  const hearKey = (event: KeyboardEvent): void => {
    const command = {
      ' ': playback.toggle,
      ArrowLeft: () => playback.go(at - 1),
      ArrowRight: () => playback.go(at + 1),
    }[event.key];
    if (command === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    command();
  };
  return (
    <div
      className="rp-pieces-sequence"
      role="group"
      aria-label={t('pieces:play-all')}
      onKeyDown={hearKey}
      tabIndex={-1}
    >
      <PlainButton className="rp-pieces-sequence__screen" tabIndex={-1} aria-hidden="true" onClick={playback.toggle}>
        {[first, second].map((video, index) => (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- what people have uploaded has none
          <video
            key={index}
            ref={video}
            preload="auto"
            playsInline
            data-front={front === index || undefined}
            onError={playback.heardFault}
          />
        ))}
      </PlainButton>
      {hasFailed && (
        <Notice kind="warning" announce>
          {t('pieces:play-failed')}
        </Notice>
      )}
      <div className="rp-pieces-sequence__line">
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={t(isPlaying ? 'pieces:pause' : 'pieces:play')}
          onClick={playback.toggle}
        />
        <ol>
          {played.map(({ id, name, from, to }, index) => (
            <li key={id} style={{ flexGrow: to - from }}>
              <PlainButton
                aria-label={name}
                aria-current={index === at || undefined}
                onClick={() => playback.go(index)}
              >
                <span style={{ inlineSize: `${index < at ? 100 : index > at ? 0 : (100 * time) / (to - from)}%` }} />
              </PlainButton>
            </li>
          ))}
        </ol>
        <span>{current?.name}</span>
      </div>
    </div>
  );
});
