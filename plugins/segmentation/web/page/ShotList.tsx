import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { timecode, type StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { spriteFrame } from '#core/web/studio/timeline/sprite-frame.ts';
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';
import type { Material } from '#plugins/materials/api.ts';

import { LONGEST_NAME, LONGEST_TAG, MOST_TAGS } from '#plugins/segmentation/limits.ts';
import type { Rule, Shot } from '#plugins/segmentation/shots.ts';
import { tagsIn, withNotes } from '../draft/shot-edits.ts';
import type { VideoShots } from '../draft/VideoShots.ts';

interface ShotListProps {
  video: VideoShots;
  rule: Rule;
  shots: readonly Shot[];
  playback: StudioPlayback;
  material: Material;
  /** The number of the shot that the player is in. */
  shown: number;
}

/** The shots of a video: which are exported, what each is called, and its tags. */
export const ShotList = observer(function ShotList(properties: ShotListProps) {
  const { video, rule, shots } = properties;
  const t = useText();
  const isReadOnly = useReadOnly();
  const chosen = shots.filter(({ isLeftOut }) => !isLeftOut).length;
  const setAll = (isLeftOut: boolean): void =>
    video.change(rule, ({ edit }) => shots.reduce((next, { key }) => withNotes(next, key, { isLeftOut }), edit));
  return (
    <section className="rp-split__shots" aria-label={t('segmentation:shots')}>
      <header>
        <h3>{t('segmentation:shots-chosen', { count: shots.length, chosen })}</h3>
        <Button size="small" variant="quiet" disabled={isReadOnly} onClick={() => setAll(chosen === shots.length)}>
          {t(chosen === shots.length ? 'segmentation:choose-none' : 'segmentation:choose-all')}
        </Button>
      </header>
      <ol>
        {shots.map((shot) => (
          <ShotRow key={shot.key} shot={shot} {...properties} />
        ))}
      </ol>
    </section>
  );
});

const ShotRow = observer(function ShotRow(properties: ShotListProps & { shot: Shot }) {
  const { video, rule, shot, playback, material, shown } = properties;
  const t = useText();
  const number = shot.number + 1;
  const label = shot.name || t('segmentation:shot-number', { number });
  const { grid } = playback;
  const duration = playback.duration || (material.seconds ?? 1);
  const change = (what: Parameters<typeof withNotes>[2], stroke: string): void =>
    video.change(rule, ({ edit }) => withNotes(edit, shot.key, what), `${stroke} ${shot.key}`);
  const play = (): void => {
    playback.setRange({ start: shot.from, end: shot.to });
    playback.seek(shot.from);
    playback.play(1);
  };
  return (
    <li
      className="rp-split__shot"
      data-shown={shown === shot.number || undefined}
      data-out={shot.isLeftOut || undefined}
    >
      <Checkbox
        label={t('segmentation:export-shot', { name: label })}
        labelHidden
        checked={!shot.isLeftOut}
        onChange={(isChosen) => change({ isLeftOut: !isChosen }, 'choose')}
      />
      <PlainButton
        className="rp-split__still"
        aria-label={t('segmentation:show-shot', { name: label })}
        aria-current={shown === shot.number || undefined}
        onClick={() => playback.seek(shot.from)}
      >
        <i style={spriteFrame(material.sprite, (shot.from + shot.to) / 2 / duration) ?? {}} />
        <span>{number}</span>
      </PlainButton>
      <div className="rp-split__words">
        <TextField
          label={t('segmentation:shot-name', { number })}
          labelHidden
          value={shot.name}
          most={LONGEST_NAME}
          placeholder={t('segmentation:shot-number', { number })}
          onChange={(name) => change({ name }, 'name')}
        />
        <TagField shot={shot} number={number} onChange={(tags) => change({ tags }, 'tags')} />
        <p className="rp-split__time">
          {timecode(grid, shot.from)} · {t('segmentation:lasts', { length: timecode(grid, shot.to - shot.from) })}
        </p>
      </div>
      <IconButton icon="play" size="small" label={t('segmentation:play-shot', { name: label })} onClick={play} />
    </li>
  );
});

/** Tags as they are typed; they are taken in when the field is left. */
function TagField({ shot, number, onChange }: { shot: Shot; number: number; onChange(tags: string[]): void }) {
  const t = useText();
  const [typed, type] = useState<string | null>(null);
  const shown = typed ?? shot.tags.join(', ');
  const take = (): void => {
    if (typed !== null) onChange(tagsIn(typed, { tags: MOST_TAGS, length: LONGEST_TAG }));
    type(null);
  };
  return (
    <TextField
      label={t('segmentation:shot-tags', { number })}
      labelHidden
      value={shown}
      placeholder={t('segmentation:tags')}
      onChange={type}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}
