import { useId, useRef, useState, type DragEvent } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { failureText } from '#core/web/http/failure-text.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { ClipReceiver } from '#plugins/workbench/api.ts';
import { ShotOutlines } from './ShotOutlines.tsx';

/** Clips are dropped or chosen here; where they go is the library's. */
export function DropZone({ receiver }: { receiver: ClipReceiver }) {
  const t = useText();
  const heading = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isTaking, setTaking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const take = usePluginCallback(async (files: readonly File[]) => {
    if (files.length === 0) return;
    setFault(null);
    setTaking(true);
    try {
      await receiver.take(files);
    } catch (error) {
      setFault(t('workbench:start.take-failed', { reason: failureText(error, t) }));
    } finally {
      setTaking(false);
    }
  });
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };

  return (
    <section
      className="rp-start rp-start--drop"
      aria-labelledby={heading}
      data-over={isOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      }}
    >
      <ShotOutlines />
      <h2 id={heading}>{t(isOver ? 'workbench:start.release' : 'workbench:start.drop')}</h2>
      <p className="rp-start__text">{t('workbench:start.drop-text')}</p>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        accept={receiver.accept}
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])]);
          // The same files may be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button variant="primary" size="large" icon="upload" busy={isTaking} onClick={() => field.current?.click()}>
        {t('workbench:start.choose')}
      </Button>
      {fault !== null && (
        <p className="rp-start__fault" role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}
