import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Select } from '#core/web/ui/Select.tsx';

import { PublishDraft } from './PublishDraft.ts';

const NONE = '';

/** The store that posts name; nothing is asked while there are none. */
export const PlaceField = observer(function PlaceField() {
  const t = useText();
  const draft = useStore(PublishDraft);
  useFollowed(draft.places);
  const places = draft.places.value ?? [];
  if (places.length === 0) return null;
  return (
    <Select
      label={t('publishing:compose.place')}
      hint={t('publishing:compose.place-hint')}
      searchable
      value={draft.place ?? NONE}
      options={[
        { value: NONE, text: t('publishing:compose.place-none') },
        ...places.map(({ id, name, address }) => ({ value: id, text: address === '' ? name : `${name} · ${address}` })),
      ]}
      onChange={(id) => draft.set({ place: id === NONE ? null : id })}
    />
  );
});
