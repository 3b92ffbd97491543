import { useEffect, useState, type DragEvent } from 'react';

import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { filesOfTransfer, hasFiles } from '#core/web/uploads/dropped-files.ts';

import { MAX_GROUPS } from '#plugins/mixing/project.ts';
import { spreadFiles } from './board/spread-files.ts';
import { useEditor } from './store/use-editor.ts';

/** What the editor's page has to hear of files that are dragged over it. */
interface FileDrop {
  /** The group that they would go to; `all` for all of them, null while nothing is held over the page. */
  over: string | null;
  onDragOver(event: DragEvent): void;
  onDragLeave(event: DragEvent): void;
  onDrop(event: DragEvent): void;
}

/** Takes files that are dropped anywhere in the editor or pasted. */
export function useFileDrop(): FileDrop {
  const t = useText();
  const toasts = useService(TOASTS);
  const store = useEditor();
  const [over, setOver] = useState<string | null>(null);
  const take = usePluginCallback(async (transfer: DataTransfer, group: string | null) => {
    const found = await filesOfTransfer(transfer);
    if (!store.mayEdit()) return;
    const batch = store.arrivals.begin();
    const left = spreadFiles(store, found, group);
    if (left > 0) {
      const text = t('mixing:editor.groups-full', { most: MAX_GROUPS, count: left });
      toasts.show({ kind: 'warning', text, duration: 8000 });
      return;
    }
    const sent = store.arrivals.list.filter((arrival) => arrival.batch === batch && arrival.group !== null);
    const groups = new Set(sent.map((arrival) => arrival.group)).size;
    if (groups < 2) return;
    toasts.show({
      ...{ kind: 'success', key: 'mixing.spread', duration: 10_000 },
      text: t('mixing:editor.spread', { count: sent.length, groups }),
      action: { label: t('mixing:editor.spread-undo'), run: () => store.recall(batch) },
    });
  });

  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const { target, clipboardData } = event;
      if (clipboardData === null || clipboardData.files.length === 0 || !(target instanceof Element)) return;
      if (target.closest('input, textarea, [contenteditable], [role="dialog"]') !== null) return;
      event.preventDefault();
      take(clipboardData, store.isEmpty ? null : chosenGroup());
    };
    const chosenGroup = (): string | null => ('group' in store.work.selected ? store.work.selected.group : null);
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [store, take]);

  /** The group under the pointer; beside them, files are dealt to all groups. */
  const groupAt = ({ target }: DragEvent): string | null => {
    if (store.isEmpty) return null;
    return (target instanceof Element ? target.closest('[data-group]')?.getAttribute('data-group') : null) ?? null;
  };
  return {
    over,
    onDragOver(event) {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(groupAt(event) ?? 'all');
    },
    onDragLeave({ relatedTarget, currentTarget }) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(null);
    },
    onDrop(event) {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(null);
      take(event.dataTransfer, groupAt(event));
    },
  };
}
