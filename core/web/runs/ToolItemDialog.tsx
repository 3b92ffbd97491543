import { Fragment, useEffect, useRef, useState, type KeyboardEvent } from 'react';

import type { ToolItem } from '#core/contract/tool-run-calls.ts';

import { Button } from '../components/Button.tsx';
import { DialogTitle } from '../components/DialogTitle.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { I18N } from '../i18n/i18n.ts';
import { playerInput } from '../player/player-input.ts';
import { VideoPlayer } from '../player/VideoPlayer.tsx';
import { observer } from '../react/observer.ts';
import { useService } from '../react/use-service.ts';
import { StudioPlayer, useStudioPlayback } from '../studio/StudioPlayer.tsx';
import type { FollowedToolRun } from './FollowedToolRun.ts';
import { OutputActions } from './OutputActions.tsx';
import { nameOf, type RunLook } from './run-look.ts';
import { useRunWords } from './run-words.ts';
import type { ToolRunActions } from './ToolRunActions.ts';
import './ToolItemDialog.css';

/** What is shown. */
export interface ShownItem {
  run: FollowedToolRun;
  actions: ToolRunActions;
  look: RunLook;
  /** The item that is shown first. */
  id: string;
}

/** Shows what was made of an item; arrows up and down lead to the ones before and after. */
export default observer(function ToolItemDialog({ run, actions, look, id: first }: ShownItem) {
  const say = useRunWords(look.words);
  const i18n = useService(I18N);
  const [id, setId] = useState(first);
  const { made, selection } = run;
  const index = made.findIndex((item) => item.id === id);
  const item = made[index];
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    selection.setFocus(id);
    // The player that was there took the focus with it.
    if (document.activeElement === document.body) whole.current?.focus({ preventScroll: true });
  }, [selection, id]);
  if (item === undefined) return <DialogTitle>{say('gone')}</DialogTitle>;

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
  const isChosen = selection.has(id);
  const size = i18n.bytes(item.files.reduce((sum, file) => sum + file.size, 0));
  const facts = [...(look.facts?.(item) ?? []), size, ...(look.furtherFacts?.(item) ?? [])];
  const beside = look.beside?.(item, setId);
  return (
    <div
      ref={whole}
      className="rp-tool-item"
      data-beside={beside === undefined ? undefined : ''}
      tabIndex={-1}
      onKeyDown={press}
    >
      <DialogTitle>{nameOf(item)}</DialogTitle>
      <div className="rp-tool-item__screen">
        <Fragment key={id}>{look.screen?.(item, <Screen item={item} />) ?? <Screen item={item} />}</Fragment>
      </div>
      <div className="rp-tool-item__bar">
        <IconButton
          icon="chevron-left"
          label={say('before')}
          aria-keyshortcuts="ArrowUp"
          disabled={index <= 0}
          onClick={() => go(-1)}
        />
        <p role="status">{`${index + 1} / ${made.length}`}</p>
        <IconButton
          icon="chevron-right"
          label={say('after')}
          aria-keyshortcuts="ArrowDown"
          disabled={index >= made.length - 1}
          onClick={() => go(1)}
        />
        <p className="rp-tool-item__facts">{facts.join(' · ')}</p>
        <div className="rp-tool-item__actions">
          <Button
            size="small"
            icon={isChosen ? 'check' : 'plus'}
            aria-pressed={isChosen}
            onClick={() => selection.toggle(id)}
          >
            {say(isChosen ? 'is-chosen' : 'choose')}
          </Button>
          {look.makesFiles !== true && <OutputActions outputs={{ runId: run.id, items: [id], count: 1 }} />}
          <Button size="small" icon="download" onClick={() => actions.download(item)}>
            {say('download-one')}
          </Button>
        </div>
      </div>
      {beside !== undefined && <div className="rp-tool-item__beside">{beside}</div>}
      {look.details?.(item)}
    </div>
  );
});

/** Plays at once, if the browser allows it. */
function Video({ url: given, name, poster }: { url: string; name: string; poster: string | null }) {
  // Every answer signs the address again, and a new one would load the same video again.
  const [url] = useState(given);
  const playback = useStudioPlayback(url);
  useEffect(() => playback.play(1), [playback]);
  return <StudioPlayer playback={playback} url={url} label={name} poster={poster} />;
}

function Screen({ item }: { item: ToolItem }) {
  const { files, poster } = item;
  const [file] = files;
  if (file === undefined) return null;
  const { type, url } = file;
  const name = nameOf(item);
  if (type.startsWith('video/')) return <Video url={url} name={name} poster={poster} />;
  const sound = type.startsWith('audio/') ? playerInput(url) : null;
  if (sound !== null) {
    return <VideoPlayer input={sound} options={{ title: name }} autoPlay poster={poster ?? undefined} />;
  }
  const picture = type.startsWith('image/') ? url : poster;
  return picture === null ? null : <img className="rp-tool-item__picture" src={picture} alt={name} />;
}
