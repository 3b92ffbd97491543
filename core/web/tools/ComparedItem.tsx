import { useEffect, useState, type ReactNode } from 'react';

import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { observer } from '../react/observer.ts';
import { useText } from '../react/use-text.ts';
import { nameOf } from '../runs/run-look.ts';
import { ComparedPlayer } from '../studio/ComparedPlayer.tsx';
import type { InputLibrary, InputMaterial } from './BatchDraft.ts';
import './ComparedItem.css';

/** What is known of the source of an item. */
export interface ComparedMaterial extends InputMaterial {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
}

export interface ComparedItemProps {
  item: ToolItem;
  /** Where its source is looked up; undefined while there is none. */
  library: Pick<InputLibrary<ComparedMaterial>, 'find'> | undefined;
  /** Shown where the source is not in the library any more. */
  usual: ReactNode;
}

/** A video that a tool has made, above its source, with a line that divides them. */
export const ComparedItem = observer(function ComparedItem({ item, library, usual }: ComparedItemProps) {
  const t = useText();
  const source = useSource(item.sources[0], library);
  const [file] = item.files;
  if (source === undefined || file === undefined) return <div className="rp-compared-item" aria-busy="true" />;
  const { width, height } = source ?? {};
  if (source === null || !width || !height) return usual;
  return (
    <ComparedPlayer
      url={file.url}
      before={source.url}
      label={t('shell:tools.compared', { name: nameOf(item) })}
      poster={item.poster}
      size={{ width, height }}
    />
  );
});

/** @returns undefined until it is known, null where it is gone */
function useSource(id: string | undefined, library: ComparedItemProps['library']): ComparedMaterial | null | undefined {
  const [found, set] = useState<{ id: string; material: ComparedMaterial | null }>();
  useEffect(() => {
    let isGone = false;
    if (id === undefined || library === undefined) return undefined;
    library.find([id]).then(
      (all) => !isGone && set({ id, material: all.get(id) ?? null }),
      () => !isGone && set({ id, material: null }),
    );
    return () => {
      isGone = true;
    };
  }, [library, id]);
  if (id === undefined || library === undefined) return null;
  return found?.id === id ? found.material : undefined;
}
