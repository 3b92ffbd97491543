import { BatchList, type BatchItem } from '#core/web/studio/BatchList.tsx';
import { HoverScrub } from '#core/web/studio/HoverScrub.tsx';
import { BeforeAfter } from '#core/web/studio/BeforeAfter.tsx';

import { Section, State } from './Section.tsx';
import { FOOTAGE, SPRITE } from './footage.ts';

const ITEMS: readonly BatchItem[] = [
  { id: '1', name: '灯塔.mp4', thumbnail: FOOTAGE, facts: '0:42 · 1920 × 1080', settings: '9:16 · 0:12' },
  {
    ...{ id: '2', name: '海港清晨延时摄影第三次拍摄最终版本.mov', thumbnail: FOOTAGE, facts: '3:07', settings: '1:1' },
    state: { text: '处理中', tone: 'info', progress: 0.4 },
  },
  { id: '3', name: '码头.webm', thumbnail: null, settings: '9:16', state: { text: '已完成', tone: 'good' } },
  { id: '4', name: '雾.mp4', thumbnail: null, settings: '9:16', state: { text: '无法读取', tone: 'alarm' } },
];
const NONE = { onOpen: () => undefined, onSelect: () => undefined };
const ALL = { ...NONE, onRemove: () => undefined, onReorder: () => undefined, onApply: () => undefined };

/** The list of a batch, and the slider between two pictures. */
export function Batches() {
  return (
    <>
      <Section title="BatchList" stacked>
        <State name="one shown, two selected">
          <BatchList label="素材" items={ITEMS} open="1" selected={new Set(['2', '3'])} {...ALL} />
        </State>
        <State name="nothing but to be opened">
          <BatchList label="素材" items={ITEMS.slice(0, 2)} open={null} selected={new Set()} {...NONE} />
        </State>
      </Section>
      <Section title="BeforeAfter">
        <State name="in the middle">
          <BeforeAfter
            label="灯塔.mp4"
            before={<img src={FOOTAGE} alt="" />}
            after={<img src={FOOTAGE} alt="" style={{ filter: 'saturate(2.2) brightness(1.4)' }} />}
          />
        </State>
      </Section>
      <Section title="HoverScrub">
        <State name="the picture of a video, under the mouse its others">
          <HoverScrub sprite={{ ...SPRITE, url: FOOTAGE }}>
            <img src={FOOTAGE} alt="灯塔.mp4" style={{ inlineSize: 240 }} />
          </HoverScrub>
        </State>
      </Section>
    </>
  );
}
