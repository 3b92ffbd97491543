import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { Tabs } from '#core/web/ui/Tabs.tsx';

import { Section, State } from './Section.tsx';

const VIEWS = [
  { value: 'all', text: '全部', count: 128 },
  { value: 'video', text: '视频', icon: 'film', count: 96 },
  { value: 'audio', text: '音频', icon: 'music' },
  { value: 'trash', text: '回收站', disabled: true },
] as const;

/** Components that structure a page. */
export function Structure() {
  return (
    <>
      <Section title="Tabs" stacked>
        <State name="line">
          <LiveTabs />
        </State>
        <State name="wide">
          <Tabs
            label="登录方式"
            look="wide"
            value="wechat"
            onChange={() => undefined}
            tabs={[
              { value: 'wechat', text: '微信登录' },
              { value: 'mobile', text: '手机号登录' },
            ]}
          >
            <p>用微信扫一扫。</p>
          </Tabs>
        </State>
        <State name="icons">
          <Tabs
            label="设置"
            look="wide"
            value="image"
            onChange={() => undefined}
            tabs={[
              { value: 'image', text: '画面', icon: 'image', textHidden: true },
              { value: 'music', text: '音乐', icon: 'music', textHidden: true },
              { value: 'mic', text: '配音', icon: 'mic', textHidden: true },
            ]}
          >
            <p>画面</p>
          </Tabs>
        </State>
      </Section>
      <Section title="Page frame" stacked>
        <PageFrame
          title="混剪项目"
          aside="12 个"
          about="每个项目都可以再生成，与已有的视频不重样。"
          actions={
            <>
              <Button icon="upload">导入</Button>
              <Button variant="primary" icon="plus">
                新建项目
              </Button>
            </>
          }
          filters={
            <Select
              label="状态"
              labelHidden
              value="all"
              options={[{ value: 'all', text: '全部状态' }]}
              onChange={() => undefined}
            />
          }
        >
          <p>内容</p>
        </PageFrame>
      </Section>
    </>
  );
}

function LiveTabs() {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('all');
  return (
    <Tabs label="素材" tabs={VIEWS} value={view} onChange={setView}>
      <p>{VIEWS.find(({ value }) => value === view)?.text}</p>
    </Tabs>
  );
}
