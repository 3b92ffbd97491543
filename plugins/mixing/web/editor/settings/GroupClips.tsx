import { useState } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BatchList, type BatchItem } from '#core/web/studio/BatchList.tsx';

import type { Material } from '#plugins/materials/api.ts';
import type { MixGroup } from '#plugins/mixing/project.ts';
import { stillOf } from '#plugins/mixing/web/parts/still-of.ts';
import { Editable } from '../fields/Editable.tsx';
import { useSeconds } from '../fields/use-seconds.ts';
import { clipState } from '../store/clip-state.ts';
import { changeGroup, removeClips } from '../store/edit-project.ts';
import { useEditor } from '../store/use-editor.ts';
import { ClipPlayer } from './ClipPlayer.tsx';
import { useClipWindows } from './use-clip-windows.ts';

/** The clips of a group: how long they are, what of them is used and what is not usable; one is shown in the group's look. */
export const GroupClips = observer(function GroupClips({ group }: { group: MixGroup }) {
  const t = useText();
  const seconds = useSeconds();
  const store = useEditor();
  const [chosen, open] = useState<string | null>(null);
  const { id: groupId, materials: clips } = group;
  const ids = clips.map(({ material }) => material);
  const opened = chosen !== null && ids.includes(chosen) ? store.materials.get(chosen) : undefined;
  const rowOf = ({ material: id, windows = [] }: MixGroup['materials'][number]): BatchItem => {
    const material = store.materials.get(id);
    const { state, reason } = clipState(store, id, t);
    const length = material?.seconds ?? null;
    const isComing = state === 'preparing';
    return {
      ...{ id, name: material?.name ?? t('mixing:editor.clip-unknown'), thumbnail: stillOf(material) },
      ...(reason !== null && !isComing
        ? { facts: reason, state: { text: t('mixing:editor.clip-unusable'), tone: 'alarm' } }
        : {
            ...(length === null ? {} : { facts: seconds(length) }),
            ...(windows.length === 0 ? {} : { settings: t('mixing:editor.windows', { count: windows.length }) }),
            ...(isComing ? { state: { text: t('mixing:editor.clip-preparing') } } : {}),
          }),
    };
  };
  return (
    <section className="rp-ed-clips" aria-label={t('mixing:editor.group-clips')}>
      <Editable>
        <BatchList
          label={t('mixing:editor.group-clips')}
          items={clips.map(rowOf)}
          open={opened?.id ?? null}
          selected={new Set(ids.filter((material) => store.chosen.has({ group: groupId, material })))}
          onOpen={open}
          onSelect={(selected) => store.chosen.replace([...selected].map((material) => ({ group: groupId, material })))}
          onRemove={(gone) => store.edit(removeClips(groupId, gone))}
          onReorder={(order) =>
            store.edit(
              changeGroup(groupId, {
                materials: clips.toSorted((a, b) => order.indexOf(a.material) - order.indexOf(b.material)),
              }),
            )
          }
        />
      </Editable>
      {opened === undefined ? (
        <p className="rp-ed-about">{t('mixing:editor.group-clips-about')}</p>
      ) : (
        <OpenedClip key={opened.id} group={group} material={opened} />
      )}
    </section>
  );
});

const OpenedClip = observer(function OpenedClip({ group, material }: { group: MixGroup; material: Material }) {
  const t = useText();
  const { preview, materials } = useEditor();
  const [index, workOn] = useState(0);
  const { windows, change, remove } = useClipWindows(group.id, material);
  if (materials.isMissing(material.id) || material.state !== 'ready') return null;
  const { effect } = group;
  const known = effect === undefined ? undefined : preview.effects.find(effect.name);
  return (
    <>
      <ClipPlayer
        {...{ material, windows, change, remove, workOn }}
        index={Math.min(index, Math.max(0, windows.length - 1))}
        compared={group}
        plays={false}
      />
      {known?.state === 'ready' && preview.effects.previewOf(effect)?.draw === null && (
        <p className="rp-ed-about">{t('mixing:effect.undrawn', { effect: known.title })}</p>
      )}
    </>
  );
});
