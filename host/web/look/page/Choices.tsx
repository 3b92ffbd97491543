import { useState } from 'react';

import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { MultiSelect, Select } from '#core/web/ui/Select.tsx';
import { Switch } from '#core/web/ui/Switch.tsx';

import { Section, State } from './Section.tsx';

const nothing = (): void => undefined;
const RATIOS = [
  { value: '9:16', text: '9:16' },
  { value: '1:1', text: '1:1' },
  { value: '16:9', text: '16:9' },
] as const;
const LANGUAGES = [
  { value: 'zh', text: '中文' },
  { value: 'en', text: 'English' },
  { value: 'de', text: 'Deutsch' },
  { value: 'ja', text: '日本語（即将支持）', disabled: true },
] as const;

/** Controls for choosing. */
export function Choices() {
  return (
    <>
      <Section title="Switch">
        <State name="on, off">
          <LiveSwitch label="镜像翻转" />
          <Switch label="保留原声" hint="混入背景音乐之下" checked={false} onChange={nothing} />
        </State>
        <State name="busy">
          <Switch label="启用插件" checked busy onChange={nothing} />
        </State>
        <State name="disabled">
          <Switch label="开" checked disabled onChange={nothing} />
          <Switch label="关" checked={false} disabled onChange={nothing} />
        </State>
      </Section>
      <Section title="Radio group">
        <State name="segments">
          <LiveRatio />
        </State>
        <State name="segments, icons">
          <RadioGroup
            label="银卡会员"
            look="segments"
            value="on"
            onChange={nothing}
            options={[
              { value: 'on', text: '开放', icon: 'check', textHidden: true },
              { value: 'locked', text: '锁定', icon: 'lock', textHidden: true },
              { value: 'hidden', text: '隐藏', icon: 'eye-off', textHidden: true },
            ]}
          />
        </State>
        <State name="segments, disabled">
          <RadioGroup label="画面比例" look="segments" value="9:16" options={RATIOS} disabled onChange={nothing} />
        </State>
        <State name="list">
          <RadioGroup
            label="冲突时"
            value="mine"
            onChange={nothing}
            options={[
              { value: 'mine', text: '保留我的', hint: '另一处的改动另存为一份副本' },
              { value: 'theirs', text: '使用另一处的' },
              { value: 'ask', text: '每次询问', disabled: true },
            ]}
          />
        </State>
        <State name="error">
          <RadioGroup
            label="用途"
            required
            value={null}
            error="请选择一种用途。"
            onChange={nothing}
            options={[
              { value: 'a', text: '投放' },
              { value: 'b', text: '自用' },
            ]}
          />
        </State>
        <State name="cards">
          <RadioGroup
            label="转场"
            look="cards"
            value="fade"
            onChange={nothing}
            options={[
              { value: 'cut', text: '直切', picture: <Swatch /> },
              { value: 'fade', text: '渐隐', picture: <Swatch /> },
              { value: 'slide', text: '滑动', picture: <Swatch />, disabled: true },
            ]}
          />
        </State>
      </Section>
      <Section title="Select">
        <State name="chosen">
          <Select label="语言" value="zh" options={LANGUAGES} onChange={nothing} />
        </State>
        <State name="empty">
          <Select label="语言" value={null} options={LANGUAGES} hint="字幕与配音都用它" onChange={nothing} />
        </State>
        <State name="open, searchable" opens>
          <Select label="语言" value="en" options={LANGUAGES} searchable onChange={nothing} />
        </State>
        <State name="several">
          <MultiSelect label="平台" values={['zh', 'en']} options={LANGUAGES} onChange={nothing} />
        </State>
        <State name="busy">
          <Select label="语言" value={null} options={[]} busy onChange={nothing} />
        </State>
        <State name="error">
          <Select label="语言" required value={null} options={LANGUAGES} error="请选择语言。" onChange={nothing} />
        </State>
        <State name="disabled">
          <Select label="语言" value="zh" options={LANGUAGES} disabled onChange={nothing} />
        </State>
      </Section>
    </>
  );
}

function LiveSwitch({ label }: { label: string }) {
  const [isOn, setOn] = useState(true);
  return <Switch label={label} checked={isOn} onChange={setOn} />;
}

function LiveRatio() {
  const [ratio, setRatio] = useState<(typeof RATIOS)[number]['value']>('9:16');
  return <RadioGroup label="画面比例" look="segments" value={ratio} options={RATIOS} onChange={setRatio} />;
}

function Swatch() {
  return (
    <i
      style={{
        display: 'block',
        blockSize: 40,
        inlineSize: 64,
        background: 'var(--rp-line)',
        borderRadius: 'var(--rp-radius-picture)',
      }}
    />
  );
}
