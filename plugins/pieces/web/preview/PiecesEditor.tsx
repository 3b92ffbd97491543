import { useState, type KeyboardEvent } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ActionBar } from '#core/web/tools/ActionBar.tsx';
import { FolderChoice } from '#core/web/tools/FolderChoice.tsx';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { EXPORTS, type ExportInto } from '#plugins/pieces/calls.ts';
import type { Piece } from '#plugins/pieces/choose-pieces.ts';
import { LONGEST_NAME } from '#plugins/pieces/limits.ts';
import { piecesOf } from '#plugins/pieces/project.ts';
import { ExportDraft } from '../project/ExportDraft.ts';
import type { OpenedProject } from './OpenedProject.ts';
import { PieceStage } from './PieceStage.tsx';
import { PieceStrip } from './PieceStrip.tsx';
import type { Materials } from './use-materials.ts';
import { SequencePlayer } from './SequencePlayer.tsx';
import { SlotPanel } from './SlotPanel.tsx';

interface EditorProps {
  project: OpenedProject;
  materials: Materials;
}

/** The pieces of a project: one is shown, or all play one after the other; keys work wherever the focus is in here. */
export const PiecesEditor = observer(function PiecesEditor({ project, materials }: EditorProps) {
  const t = useText();
  const isReadOnly = useReadOnly();
  const [isAll, playAll] = useState(false);
  /** An alternative that is looked at, in place of the piece of the shown slot. */
  const [looked, look] = useState<{ slot: string; piece: Piece } | null>(null);
  const { shown, slots } = project;
  const seen = looked !== null && looked.slot === shown?.slot.id ? looked.piece : null;
  const hearKey = (event: KeyboardEvent<HTMLElement>): void => {
    const command = isTyped(event) ? undefined : commandOf(event, project, isReadOnly);
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    look(null);
    command();
  };
  return (
    <>
      <div className="rp-pieces-editor" role="presentation" onKeyDownCapture={hearKey}>
        <div className="rp-pieces-editor__stage">
          {isAll ? (
            <SequencePlayer project={project} materials={materials} />
          ) : (
            shown !== null && <PieceStage {...{ project, materials, shown, seen }} />
          )}
          <div className="rp-pieces-editor__tools">
            <Button
              size="small"
              icon={isAll ? 'film' : 'play'}
              disabled={piecesOf(slots).length === 0}
              aria-pressed={isAll}
              onClick={() => playAll(!isAll)}
            >
              {t(isAll ? 'pieces:play-one' : 'pieces:play-all')}
            </Button>
            <Button size="small" icon="refresh" disabled={isReadOnly} onClick={project.chooseAgain}>
              {t('pieces:choose-again')}
            </Button>
            <IconButton
              icon="undo"
              size="small"
              label={t('pieces:undo')}
              disabled={isReadOnly || !project.mayUndo}
              onClick={project.undo}
            />
            <IconButton
              icon="redo"
              size="small"
              label={t('pieces:redo')}
              disabled={isReadOnly || !project.mayRedo}
              onClick={project.redo}
            />
            <p>{t('pieces:keys')}</p>
          </div>
          <PieceStrip project={project} materials={materials} />
        </div>
        {shown !== null && (
          <SlotPanel
            key={shown.slot.id}
            {...{ project, materials, shown, seen }}
            onLook={(piece) => {
              playAll(false);
              look(piece === null ? null : { slot: shown.slot.id, piece });
            }}
          />
        )}
      </div>
      <ExportBar project={project} />
    </>
  );
});

/** Whether somebody writes, so that letters are letters. */
function isTyped({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** What a key does to the pieces; undefined for keys of others. */
function commandOf(event: KeyboardEvent, project: OpenedProject, isReadOnly: boolean): (() => void) | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const { shown, slots, alternatives } = project;
  if (key === '[' || key === ']') return () => project.step(key === '[' ? -1 : 1);
  if (isReadOnly || shown === null) return undefined;
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === 'z') return shiftKey ? project.redo : project.undo;
    return key.toLowerCase() === 'y' ? project.redo : undefined;
  }
  const { id } = shown.slot;
  const place = slots.indexOf(shown);
  if (altKey) {
    if (key === 'ArrowLeft' || key === 'ArrowUp') return () => project.move(id, place - 1);
    return key === 'ArrowRight' || key === 'ArrowDown' ? () => project.move(id, place + 1) : undefined;
  }
  const [next] = alternatives;
  switch (key) {
    case 'q':
    case 'Q':
      return () => project.toggleLock(id);
    case 's':
    case 'S':
      return next === undefined ? undefined : () => project.swap(id, next);
    case 'Delete':
    case 'Backspace':
      return () => project.swap(id, null);
    default:
      return undefined;
  }
}

/** The name of the project, where its pieces go, and the buttons that export them. */
const ExportBar = observer(function ExportBar({ project }: { project: OpenedProject }) {
  const t = useText();
  const exports = useStore(ExportDraft);
  const isReadOnly = useReadOnly();
  const count = piecesOf(project.slots).length;
  const name = project.row?.name ?? '';
  const [typed, type] = useState<string | null>(null);
  const start = async (into: ExportInto): Promise<void> => {
    // The server exports what it knows.
    const isKept = await project.settle().then(
      () => true,
      () => false,
    );
    if (isKept) await exports.start([{ id: project.id, name, slots: [...project.slots] }], into);
  };
  return (
    <ActionBar>
      <TextField
        label={t('pieces:project.name')}
        labelHidden
        value={typed ?? name}
        most={LONGEST_NAME}
        disabled={isReadOnly}
        onChange={type}
        onBlur={() => {
          if (typed !== null && typed.trim() !== name) project.rename(typed.trim());
          type(null);
        }}
      />
      <FolderChoice folder={exports.folder} />
      {EXPORTS.map((into) => (
        <Button
          key={into}
          size="large"
          variant={into === 'mix' ? 'primary' : 'secondary'}
          icon={into === 'mix' ? 'scissors' : 'folder'}
          busy={exports.starting === into}
          disabled={isReadOnly || count === 0 || exports.starting !== null}
          onClick={() => void start(into)}
        >
          {t(`pieces:export.${into}`, { count })}
        </Button>
      ))}
    </ActionBar>
  );
});
