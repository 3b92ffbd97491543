import { useRef, useState, type DragEvent, type ReactNode } from 'react';

import { Button } from '../components/Button.tsx';
import { FileInput } from '../components/FileInput.tsx';
import { Icon } from '../components/Icon.tsx';
import { isTouch } from '../is-touch.ts';
import { filesOfList, filesOfTransfer, hasFiles, type FoundFile } from '../uploads/dropped-files.ts';
import './DropZone.css';

export interface DropZoneProps {
  /** What to drop, while nothing is being dragged over it. */
  title: string;
  /** Replaces the title while something is. */
  release: string;
  /** Accepted types and sizes. */
  text?: ReactNode;
  /** Label of the button. */
  choose: string;
  /** As in HTML: `video/*,.srt`. */
  accept?: string;
  multiple?: boolean;
  /** Its button is the screen's main action. */
  primary?: boolean;
  /** `page`: the only content of its page. */
  look?: 'part' | 'page';
  busy?: boolean;
  disabled?: boolean;
  error?: string | null;
  /** Drawn above the title instead of the icon. */
  picture?: ReactNode;
  /** Called with the files that were chosen, or dropped together with their folders. */
  onFiles(files: FoundFile[]): void;
}

/** Takes files by drag and drop, or by a file picker. */
export function DropZone(properties: DropZoneProps) {
  const { release, text, choose, accept, multiple = false, primary = false, busy = false, onFiles } = properties;
  const { disabled = false, error = null, picture, look = 'part' } = properties;
  // Where nothing can be dragged, nothing is asked to be.
  const title = isTouch() ? choose : properties.title;
  const isPage = look === 'page';
  const Title = isPage ? 'h2' : 'p';
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const isOff = busy || disabled;
  const take = (files: FoundFile[]): void => {
    const some = multiple ? files : files.slice(0, 1);
    if (some.length > 0) onFiles(some);
  };
  const over = (event: DragEvent): void => {
    if (isOff || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={`rp-drop rp-drop--${look}`}
      role="group"
      aria-label={title}
      data-over={isOver || undefined}
      data-disabled={disabled || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
      }}
      onDrop={(event) => {
        if (isOff || !hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(false);
        void filesOfTransfer(event.dataTransfer).then(take);
      }}
    >
      {picture ?? <Icon name="upload" className="rp-drop__sign" />}
      <Title className="rp-drop__title">{isOver ? release : title}</Title>
      {text !== undefined && <p className="rp-drop__text">{text}</p>}
      <FileInput ref={field} multiple={multiple} accept={accept} onFiles={(files) => take(filesOfList(files))} />
      <Button
        variant={primary || isPage ? 'primary' : 'secondary'}
        size={isPage ? 'large' : 'medium'}
        icon={isPage ? 'upload' : undefined}
        busy={busy}
        disabled={disabled}
        onClick={() => field.current?.click()}
      >
        {choose}
      </Button>
      {error !== null && (
        <p className="rp-drop__error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
