import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { LONGEST_SLOT_NAME, PIECE_SECONDS } from '#plugins/pieces/limits.ts';
import { SLOT_TRANSITIONS, TRANSITION_SECONDS, type Slot } from '#plugins/pieces/template.ts';
import { WISHES, WISH_WORDS } from '../lists/wish-words.ts';
import { TemplateDraft } from './TemplateDraft.ts';

/** One slot of the template: how long its piece is, what it shows, and how it leads on. */
export const SlotRow = observer(function SlotRow({
  slot,
  number,
  isLast,
}: {
  slot: Slot;
  number: number;
  isLast: boolean;
}) {
  const t = useText();
  const draft = useStore(TemplateDraft);
  const isReadOnly = useReadOnly();
  const { id, name, least, most, wishes, transition } = slot;
  const length = (side: 'least' | 'most') => (
    <NumberField
      label={t(`pieces:slot-${side}`)}
      value={slot[side]}
      min={PIECE_SECONDS.least}
      max={PIECE_SECONDS.most}
      step={0.5}
      digits={1}
      unit={t('pieces:seconds-unit')}
      buttons={false}
      invalid={most < least}
      onChange={(seconds) => seconds !== null && draft.change(id, { [side]: seconds })}
    />
  );
  return (
    <li className="rp-pieces-slot" aria-label={t('pieces:slot-number', { number })}>
      <header>
        <span>{number}</span>
        <TextField
          label={t('pieces:slot-name', { number })}
          labelHidden
          value={name}
          most={LONGEST_SLOT_NAME}
          placeholder={t('pieces:slot-number', { number })}
          onChange={(next) => draft.change(id, { name: next })}
        />
        <IconButton
          icon="arrow-up"
          size="small"
          label={t('pieces:slot-up', { number })}
          disabled={isReadOnly || number === 1}
          onClick={() => draft.move(id, -1)}
        />
        <IconButton
          icon="arrow-down"
          size="small"
          label={t('pieces:slot-down', { number })}
          disabled={isReadOnly || isLast}
          onClick={() => draft.move(id, 1)}
        />
        <IconButton
          icon="trash"
          size="small"
          label={t('pieces:slot-remove', { number })}
          disabled={isReadOnly}
          onClick={() => draft.remove(id)}
        />
      </header>
      <div className="rp-pieces-slot__fields">
        {length('least')}
        {length('most')}
        {WISHES.map((wish) => (
          <Select
            key={wish}
            label={t(`pieces:wish.${wish}`)}
            value={wishes[wish] ?? 'any'}
            options={[
              { value: 'any', text: t('pieces:wish.any') },
              ...WISH_WORDS.flatMap(({ wish: own, value, words }) => (own === wish ? [{ value, text: t(words) }] : [])),
            ]}
            onChange={(value) => draft.wish(id, { [wish]: value === 'any' ? null : value })}
          />
        ))}
        <Select
          label={t('pieces:transition')}
          value={transition?.kind ?? 'cut'}
          disabled={isLast}
          options={[
            { value: 'cut' as const, text: t('pieces:transition.cut') },
            ...SLOT_TRANSITIONS.map((kind) => ({ value: kind, text: t(`pieces:transition.${kind}`) })),
          ]}
          onChange={(kind) =>
            draft.change(id, { transition: kind === 'cut' ? null : { kind, seconds: TRANSITION_SECONDS } })
          }
        />
      </div>
      {most < least && <p className="rp-pieces-slot__fault">{t('pieces:slot-range')}</p>}
    </li>
  );
});
