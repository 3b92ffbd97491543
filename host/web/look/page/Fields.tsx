import { useState } from 'react';

import { SeekBar } from '#core/web/components/SeekBar.tsx';
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { ColorField } from '#core/web/ui/ColorField.tsx';
import { DateField, DateRangeField } from '#core/web/ui/DateField.tsx';
import { DropZone } from '#core/web/ui/DropZone.tsx';
import { Form } from '#core/web/ui/Form.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { ReadOnly } from '#core/web/ui/ReadOnly.tsx';
import { Slider } from '#core/web/ui/Slider.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { Section, State } from './Section.tsx';

const nothing = (): void => undefined;

/** Form fields. */
export function Fields() {
  return (
    <>
      <Section title="Text field">
        <State name="filled">
          <LiveText />
        </State>
        <State name="empty">
          <TextField label="项目名称" value="" placeholder="例如：春季新品" hint="最多 80 个字" onChange={nothing} />
        </State>
        <State name="error">
          <TextField label="项目名称" required value="" error="请填写项目名称。" onChange={nothing} />
        </State>
        <State name="disabled">
          <TextField label="项目名称" value="春季新品" disabled onChange={nothing} />
        </State>
        <State name="several lines">
          <TextField label="文案" lines={3} value={'第一句\n第二句'} onChange={nothing} />
        </State>
      </Section>
      <Section title="Number field">
        <State name="with a unit">
          <NumberField label="镜头时长" value={2.5} step={0.1} digits={1} unit="秒" onChange={nothing} />
        </State>
        <State name="error">
          <NumberField label="生成数量" value={500} error="一次最多 200 条。" onChange={nothing} />
        </State>
        <State name="disabled">
          <NumberField label="生成数量" value={50} disabled onChange={nothing} />
        </State>
      </Section>
      <Section title="Slider">
        <State name="live">
          <LiveVolume />
        </State>
        <State name="disabled">
          <Slider label="语速" value={1} min={0.5} max={2} step={0.1} shown="1.0 倍" disabled onChange={nothing} />
        </State>
      </Section>
      <Section title="Seek bar and colour">
        <State name="seek bar">
          <SeekBar label="进度" time={7} duration={15} shown="0:07 / 0:15" onSeek={nothing} />
        </State>
        <State name="seek bar, disabled">
          <SeekBar label="进度" time={0} duration={0} shown="0:00" disabled onSeek={nothing} />
        </State>
        <State name="colour">
          <ColorField label="字幕颜色" value="#ff8a3d" onChange={nothing} />
        </State>
        <State name="colour, disabled">
          <ColorField label="字幕颜色" value="#2bc4b4" disabled onChange={nothing} />
        </State>
      </Section>
      <Section title="Checkbox">
        <State name="states">
          <Checkbox label="同意协议" checked onChange={nothing} />
          <Checkbox label="记住我" hint="30 天内免登录" checked={false} onChange={nothing} />
          <Checkbox label="全选" checked={false} partly onChange={nothing} />
          <Checkbox label="不可用" checked={false} disabled onChange={nothing} />
        </State>
      </Section>
      <Section title="Date and range of dates">
        <State name="a day">
          <DateField label="发布日期" value="2026-11-22" onChange={nothing} />
        </State>
        <State name="empty">
          <DateField label="发布日期" value={null} hint="不填则立即发布" onChange={nothing} />
        </State>
        <State name="error">
          <DateField label="发布日期" value="2020-01-01" error="日期已过。" onChange={nothing} />
        </State>
        <State name="disabled">
          <DateField label="发布日期" value="2026-11-22" disabled onChange={nothing} />
        </State>
        <State name="a range">
          <DateRangeField label="统计时间" value={{ from: '2026-11-01', to: '2026-11-22' }} onChange={nothing} />
        </State>
        <State name="open" opens>
          <DateField label="发布日期" value="2026-11-22" min="2026-11-05" onChange={nothing} />
        </State>
      </Section>
      <Section title="Form" stacked>
        <Form label="新建项目" submit="保存" error="网络断开了，没有保存。" onSubmit={nothing}>
          <TextField label="项目名称" required value="" error="请填写项目名称。" onChange={nothing} />
          <NumberField label="生成数量" value={50} unit="条" onChange={nothing} />
        </Form>
      </Section>
      <Section title="Read only" stacked>
        <ReadOnly when>
          <TextField label="项目名称" value="春季新品" onChange={nothing} />
          <NumberField label="生成数量" value={50} unit="条" onChange={nothing} />
          <Checkbox label="同意协议" checked onChange={nothing} />
        </ReadOnly>
      </Section>
      <Section title="Drop zone">
        <State name="waiting">
          <DropZone
            title="把素材拖到这里"
            release="松开即可添加"
            text="视频、图片或音乐，单个不超过 2 GB"
            choose="选择文件"
            onFiles={nothing}
          />
        </State>
        <State name="busy">
          <DropZone title="把素材拖到这里" release="松开即可添加" choose="选择文件" busy onFiles={nothing} />
        </State>
        <State name="error">
          <DropZone
            title="把素材拖到这里"
            release="松开即可添加"
            choose="选择文件"
            error="“片尾.mkv”的格式不支持。"
            onFiles={nothing}
          />
        </State>
      </Section>
    </>
  );
}

function LiveText() {
  const [text, setText] = useState('春季新品');
  return <TextField label="项目名称" value={text} onChange={setText} />;
}

function LiveVolume() {
  const [volume, setVolume] = useState(40);
  return <Slider label="背景音乐" value={volume} min={0} max={100} shown={`${volume}%`} onChange={setVolume} />;
}
