import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { playerInput } from '#core/web/player/player-input.ts';
import { VideoPlayer } from '#core/web/player/VideoPlayer.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { clockOf } from '../parts/clock-of.ts';
import { useMaterials } from '../parts/use-materials.ts';
import type { FollowedRun } from './FollowedRun.ts';
import { RunActions } from './RunActions.ts';
import { ShotList } from './ShotList.tsx';
import './OutputDialog.css';

/** What is shown. */
export interface ShownOutput {
  run: FollowedRun;
  /** The video that is shown first. */
  id: string;
}

/** Plays a video of a run; arrows up and down lead to the ones before and after. */
export default observer(function OutputDialog({ run, id: first }: ShownOutput) {
  const t = useText();
  const i18n = useService(I18N);
  const actions = useStore(RunActions);
  const [id, setId] = useState(first);
  const { made, selection } = run;
  const index = made.findIndex((output) => output.id === id);
  const output = made[index];
  const materials = useMaterials(output?.shots.map(({ material }) => material) ?? []);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    selection.setFocus(id);
    // The player that was there took the focus with it.
    if (document.activeElement === document.body) whole.current?.focus({ preventScroll: true });
  }, [selection, id]);
  if (output === undefined) return <DialogTitle>{t('mixing:video-deleted')}</DialogTitle>;

  const go = (step: number): void => {
    const next = made[index + step];
    if (next !== undefined) setId(next.id);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, PageDown: 1, ArrowUp: -1, PageUp: -1 }[event.key];
    const isRange = event.target instanceof HTMLInputElement;
    if (step === undefined || isRange || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(step);
  };
  const { name, url, poster, seconds, size, title, loudnessRange } = output;
  const input = playerInput(url);
  const isChosen = selection.has(id);
  return (
    <div ref={whole} className="rp-output-dialog" tabIndex={-1} onKeyDown={press}>
      <DialogTitle>{name}</DialogTitle>
      {input !== null && (
        <VideoPlayer key={id} input={input} options={{ title: name }} autoPlay poster={poster ?? undefined} />
      )}
      <div className="rp-output-dialog__bar">
        <IconButton
          icon="chevron-left"
          label={t('mixing:output.before')}
          aria-keyshortcuts="ArrowUp"
          disabled={index <= 0}
          onClick={() => go(-1)}
        />
        <p role="status">{`${index + 1} / ${made.length}`}</p>
        <IconButton
          icon="chevron-right"
          label={t('mixing:output.after')}
          aria-keyshortcuts="ArrowDown"
          disabled={index >= made.length - 1}
          onClick={() => go(1)}
        />
        <p className="rp-output-dialog__facts">
          {[
            seconds === null ? '' : clockOf(seconds),
            size === null ? '' : i18n.bytes(size),
            loudnessRange === null ? '' : t('mixing:output.loudness-range', { range: Math.round(loudnessRange) }),
            title ?? '',
          ]
            .filter((fact) => fact !== '')
            .join(' · ')}
        </p>
        <Button
          size="small"
          icon={isChosen ? 'check' : 'plus'}
          aria-pressed={isChosen}
          onClick={() => selection.toggle(id)}
        >
          {t(isChosen ? 'mixing:output.chosen' : 'mixing:output.choose')}
        </Button>
        <Button size="small" icon="download" onClick={() => actions.download(output)}>
          {t('mixing:output.download')}
        </Button>
      </div>
      <ShotList output={output} among={made} materials={materials} open={setId} />
    </div>
  );
});
