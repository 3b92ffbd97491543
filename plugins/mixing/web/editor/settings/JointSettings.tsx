import { TRANSITIONS, type Transition } from '#plugins/mixing/transitions.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';

import { change, changeGroup } from '../store/edit-project.ts';
import { useSeconds } from '../fields/use-seconds.ts';
import { Button } from '#core/web/components/Button.tsx';
import { Slider } from '#core/web/ui/Slider.tsx';
import { useEditor } from '../store/use-editor.ts';
import { TransitionPicture } from './TransitionPicture.tsx';

/** The transition from a group to the next. */
export const JointSettings = observer(function JointSettings({ id }: { id: string }) {
  const t = useText();
  const seconds = useSeconds();
  const store = useEditor();
  const group = store.groupOf(id);
  if (group === undefined) return null;
  const { transition } = group;
  const choose = (kind: Transition | null): void =>
    store.edit(
      changeGroup(id, { transition: kind === null ? null : { kind, seconds: transition?.seconds ?? 0.5 } }),
      `transition.${id}`,
    );
  return (
    <>
      {transition !== null && (
        <>
          <Slider
            label={t('mixing:editor.joint-seconds')}
            value={transition.seconds}
            min={0.1}
            max={2}
            step={0.1}
            shown={seconds(transition.seconds)}
            onChange={(value) =>
              store.edit(changeGroup(id, { transition: { ...transition, seconds: value } }), `transition-seconds.${id}`)
            }
          />
          {store.project.groups.length > 2 && (
            <Button
              size="small"
              onClick={() =>
                store.edit(change({ groups: store.project.groups.map((other) => ({ ...other, transition })) }))
              }
            >
              {t('mixing:editor.joint-everywhere')}
            </Button>
          )}
        </>
      )}
      <RadioGroup<Transition | 'cut'>
        label={t('mixing:editor.tab-joint')}
        labelHidden
        look="cards"
        value={transition?.kind ?? 'cut'}
        options={[null, ...TRANSITIONS].map((kind) => ({
          value: kind ?? 'cut',
          text: t(`mixing:editor.joint.${kind ?? 'cut'}`),
          picture: (
            <span className="rp-ed-joint">
              <TransitionPicture kind={kind} />
            </span>
          ),
        }))}
        onChange={(kind) => choose(kind === 'cut' ? null : kind)}
      />
    </>
  );
});
