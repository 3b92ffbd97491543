import { useEffect, useState, type ReactNode } from 'react';

import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { observer } from '#core/web/react/observer.ts';
import { useOptionalService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { nameOf } from '#core/web/runs/run-look.ts';
import { ComparedPlayer } from '#core/web/studio/ComparedPlayer.tsx';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

interface ComparedItemProps {
  item: ToolItem;
  /** Shown where the source is not in the library any more. */
  usual: ReactNode;
}

/** A masked video above its source. */
export const ComparedItem = observer(function ComparedItem({ item, usual }: ComparedItemProps) {
  const t = useText();
  const source = useSource(item.sources[0]);
  const [file] = item.files;
  if (source === undefined || file === undefined) return <div className="rp-mask__waiting" aria-busy="true" />;
  const { width, height } = source ?? {};
  if (source === null || !width || !height) return usual;
  return (
    <ComparedPlayer
      url={file.url}
      before={source.url}
      label={t('mask:compared', { name: nameOf(item) })}
      poster={item.poster}
      size={{ width, height }}
    />
  );
});

/** @returns undefined until it is known, null where it is gone */
function useSource(id: string | undefined): Material | null | undefined {
  const library = useOptionalService(MATERIALS);
  const [found, set] = useState<{ id: string; material: Material | null }>();
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
