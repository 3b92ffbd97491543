import { Icon } from '#core/web/components/Icon.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { MixGroup } from '#plugins/mixing/project.ts';
import { useEditor } from '../store/use-editor.ts';
import './Knot.css';

/** The joint between a group and the next one. */
export const Knot = observer(function Knot({ group }: { group: MixGroup }) {
  const t = useText();
  const store = useEditor();
  const { id, name, transition } = group;
  const kind = t(`mixing:editor.joint.${transition?.kind ?? 'cut'}`);
  const label =
    transition === null
      ? t('mixing:editor.knot', { name, kind })
      : t('mixing:editor.knot-tied', { name, kind, seconds: transition.seconds.toFixed(1) });
  const { selected } = store.work;
  return (
    <PlainButton
      className="rp-ed-knot"
      aria-label={label}
      title={label}
      aria-pressed={selected.kind === 'joint' && selected.group === id}
      data-tied={transition !== null || undefined}
      onClick={() => {
        store.work.select({ kind: 'joint', group: id });
        store.work.setStep('settings');
      }}
    >
      <Icon name={transition === null ? 'scissors' : 'split'} size={16} />
      {transition !== null && <span>{transition.seconds.toFixed(1)}</span>}
    </PlainButton>
  );
});
