import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import type { ToolItem } from '#core/contract/tool-run-calls.ts';

import { Button } from '../components/Button.tsx';
import { DialogTitle } from '../components/DialogTitle.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { I18N } from '../i18n/i18n.ts';
import { playerInput } from '../player/player-input.ts';
import { VideoPlayer } from '../player/VideoPlayer.tsx';
import { observer } from '../react/observer.ts';
import { useService } from '../react/use-service.ts';
import { useText } from '../react/use-text.ts';
import type { FollowedToolRun } from './FollowedToolRun.ts';
import { OutputActions } from './OutputActions.tsx';
import type { ToolRunActions } from './ToolRunActions.ts';
import './ToolItemDialog.css';

/** What is shown. */
export interface ShownItem {
  run: FollowedToolRun;
  actions: ToolRunActions;
  /** The item that is shown first. */
  id: string;
  /** More about an item, below it. */
  details?: ((item: ToolItem) => ReactNode) | undefined;
}

/** Shows what was made of an item; arrows up and down lead to the ones before and after. */
export default observer(function ToolItemDialog({ run, actions, id: first, details }: ShownItem) {
  const t = useText();
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
  if (item === undefined) return <DialogTitle>{t('shell:runs.gone')}</DialogTitle>;

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
  const { name, files } = item;
  const isChosen = selection.has(id);
  return (
    <div ref={whole} className="rp-tool-item" tabIndex={-1} onKeyDown={press}>
      <DialogTitle>{name}</DialogTitle>
      <Screen key={id} item={item} />
      <div className="rp-tool-item__bar">
        <IconButton
          icon="chevron-left"
          label={t('shell:runs.before')}
          aria-keyshortcuts="ArrowUp"
          disabled={index <= 0}
          onClick={() => go(-1)}
        />
        <p role="status">{`${index + 1} / ${made.length}`}</p>
        <IconButton
          icon="chevron-right"
          label={t('shell:runs.after')}
          aria-keyshortcuts="ArrowDown"
          disabled={index >= made.length - 1}
          onClick={() => go(1)}
        />
        <p className="rp-tool-item__facts">{i18n.bytes(files.reduce((sum, { size }) => sum + size, 0))}</p>
        <Button
          size="small"
          icon={isChosen ? 'check' : 'plus'}
          aria-pressed={isChosen}
          onClick={() => selection.toggle(id)}
        >
          {t(isChosen ? 'shell:runs.is-chosen' : 'shell:runs.choose')}
        </Button>
        <OutputActions outputs={{ runId: run.id, items: [id], count: 1 }} />
        <Button size="small" icon="download" onClick={() => actions.download(item)}>
          {t('shell:runs.download-one')}
        </Button>
      </div>
      {details?.(item)}
    </div>
  );
});

function Screen({ item: { name, files, poster } }: { item: ToolItem }) {
  const [file] = files;
  if (file === undefined) return null;
  const { type, url } = file;
  const input = playerInput(url);
  if ((type.startsWith('video/') || type.startsWith('audio/')) && input !== null) {
    return <VideoPlayer input={input} options={{ title: name }} autoPlay poster={poster ?? undefined} />;
  }
  const picture = type.startsWith('image/') ? url : poster;
  return picture === null ? null : <img className="rp-tool-item__picture" src={picture} alt={name} />;
}
