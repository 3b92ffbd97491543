import type { I18n } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Select } from '#core/web/ui/Select.tsx';

import type { PostPlace } from '#plugins/publishing/plan-calls.ts';
import { PublishDraft } from './PublishDraft.ts';

const NONE = '';

/** Stores to choose from, and none at all. */
export const placeOptions = (places: readonly PostPlace[], t: I18n['t']): { value: string; text: string }[] => [
  { value: NONE, text: t('publishing:compose.place-none') },
  ...places.map(({ id, name, address }) => ({ value: id, text: address === '' ? name : `${name} · ${address}` })),
];

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
      options={placeOptions(places, t)}
      onChange={(id) => draft.set({ place: id === NONE ? null : id })}
    />
  );
});
