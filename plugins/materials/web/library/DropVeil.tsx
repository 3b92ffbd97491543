import { useEffect, useState } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';
import { filesOfTransfer, type FoundFile } from '#core/web/uploads/dropped-files.ts';

import { hasFiles } from '../parts/drag-types.ts';
import './DropVeil.css';

/** Takes files that are dropped anywhere on the page or pasted. @param where says where they will go */
export function DropVeil({ where, take }: { where: string; take(found: FoundFile[]): Promise<void> }) {
  const t = useText();
  const [isOver, setOver] = useState(false);
  const receive = usePluginCallback(async (transfer: DataTransfer) => take(await filesOfTransfer(transfer)));

  useEffect(() => {
    // A dialog on top takes its own files.
    const isOurs = ({ target }: Event): boolean =>
      !(target instanceof Element) || target.closest('[role="dialog"]') === null;
    const over = (event: DragEvent): void => {
      if (event.dataTransfer === null || !hasFiles(event.dataTransfer) || !isOurs(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      // Leaving the window has nothing that it goes to.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (event.dataTransfer === null || !hasFiles(event.dataTransfer) || !isOurs(event)) return;
      event.preventDefault();
      receive(event.dataTransfer);
    };
    const paste = (event: ClipboardEvent): void => {
      const { target, clipboardData } = event;
      if (clipboardData === null || clipboardData.files.length === 0 || !isOurs(event)) return;
      if (target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null) return;
      event.preventDefault();
      receive(clipboardData);
    };
    document.addEventListener('dragenter', over);
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragenter', over);
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, [receive]);

  if (!isOver) return null;
  return (
    <div className="rp-drop" aria-hidden="true">
      <div className="rp-drop__frame">
        <Icon name="upload" />
        <strong>{where}</strong>
        <span>{t('materials:drop.text')}</span>
      </div>
    </div>
  );
}
