import { BoxStage, type StageBox } from '#core/web/studio/BoxStage.tsx';
import { ReadOnly } from '#core/web/ui/ReadOnly.tsx';

import { Section, State } from './Section.tsx';
import { FOOTAGE } from './footage.ts';

const PICTURE = { width: 1920, height: 1080 };
const BOXES: readonly StageBox[] = [
  { id: 'logo', name: '台标', box: { x: 0.64, y: 0.06, width: 0.3, height: 0.28 } },
  { id: 'words', name: '字幕', box: { x: 0.1, y: 0.7, width: 0.7, height: 0.2 } },
];
const CROP: readonly StageBox[] = [{ id: 'crop', name: '裁剪框', box: { x: 0.2, y: 0, width: 0.316, height: 1 } }];
const NOTHING = { onChoose: () => undefined, onChange: () => undefined };
const picture = <img src={FOOTAGE} alt="" />;

/** Stages with boxes, in every state. */
export function Stages() {
  const stage = { label: '画面', picture: PICTURE, children: picture, ...NOTHING };
  return (
    <Section title="BoxStage">
      <State name="one box, darkened outside, thirds">
        <BoxStage {...stage} boxes={CROP} chosen="crop" ratio={9 / 16} dims thirds />
      </State>
      <State name="several, one chosen; more can be drawn">
        <BoxStage {...stage} boxes={BOXES} chosen="words" onDraw={() => undefined} onRemove={() => undefined} />
      </State>
      <State name="none chosen">
        <BoxStage {...stage} boxes={BOXES} chosen={null} />
      </State>
      <State name="turned and mirrored">
        <BoxStage {...stage} boxes={BOXES.slice(0, 1)} chosen="logo" turn={90} mirror={{ across: true }} />
      </State>
      <State name="a box that is only moved">
        <BoxStage
          {...stage}
          boxes={[
            { id: 'point', name: '跟随点', box: { x: 0.45, y: 0.42, width: 0.06, height: 0.1067 }, isFixed: true },
          ]}
          chosen="point"
        />
      </State>
      <State name="read only">
        <ReadOnly when>
          <BoxStage {...stage} boxes={BOXES} chosen="logo" />
        </ReadOnly>
      </State>
    </Section>
  );
}
