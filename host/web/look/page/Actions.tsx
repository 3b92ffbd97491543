import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { DropdownMenu, MenuItem, MenuLine } from '#core/web/ui/DropdownMenu.tsx';
import { Popover } from '#core/web/ui/Popover.tsx';
import { Tooltip } from '#core/web/ui/Tooltip.tsx';

import { Section, State } from './Section.tsx';

const nothing = (): void => undefined;

/** Buttons and other controls that trigger actions. */
export function Actions() {
  return (
    <>
      <Section title="Buttons: one lamp-coloured one a screen">
        {(['medium', 'small', 'large'] as const).map((size) => (
          <State key={size} name={size}>
            <div className="look-row">
              <Button variant="primary" size={size}>
                生成 50 条
              </Button>
              <Button size={size}>取消</Button>
              <Button variant="quiet" size={size}>
                跳过
              </Button>
            </div>
          </State>
        ))}
        <State name="danger">
          <Button variant="danger">删除 12 条视频</Button>
        </State>
        <State name="link, in a text">
          <p>
            空间快满了。<Button variant="link">升级会员</Button>
          </p>
        </State>
        <State name="pressed">
          <Button aria-pressed>50</Button>
        </State>
        <State name="with an icon">
          <Button icon="download">下载</Button>
        </State>
        <State name="busy">
          <Button busy>保存</Button>
        </State>
        <State name="disabled">
          <Button disabled>不可用</Button>
        </State>
        <State name="icon only">
          <IconButton icon="search" label="搜索" />
          <IconButton icon="bell" label="通知" />
          <IconButton icon="more" label="更多" disabled />
        </State>
      </Section>
      <Section title="Dropdown menu">
        <State name="closed">
          <DropdownMenu label="操作" trigger={(menu) => <IconButton {...menu} icon="more" label="操作" />}>
            <MenuItem onChoose={nothing}>重命名</MenuItem>
          </DropdownMenu>
        </State>
        <State name="open" opens>
          <DropdownMenu label="项目操作" trigger={(menu) => <Button {...menu}>项目操作</Button>}>
            <MenuItem icon="edit" keys="F2" onChoose={nothing}>
              重命名
            </MenuItem>
            <MenuItem icon="copy" onChoose={nothing}>
              复制一份
            </MenuItem>
            <MenuItem icon="arrow-left" disabled onChoose={nothing}>
              左移
            </MenuItem>
            <MenuLine />
            <MenuItem icon="trash" danger onChoose={nothing}>
              删除 3 个素材
            </MenuItem>
          </DropdownMenu>
        </State>
        <State name="one of several" opens>
          <DropdownMenu label="排序" trigger={(menu) => <Button {...menu}>排序</Button>}>
            <MenuItem checked onChoose={nothing}>
              最近修改
            </MenuItem>
            <MenuItem checked={false} onChoose={nothing}>
              名称
            </MenuItem>
          </DropdownMenu>
        </State>
      </Section>
      <Section title="Popover and tooltip">
        <State name="popover" opens>
          <Popover label="再生成" trigger={(popover) => <Button {...popover}>再生成…</Button>}>
            {(close) => (
              <div className="look-stack">
                <p>与已有的视频都不重样。</p>
                <Button variant="primary" wide onClick={close}>
                  生成 20 条
                </Button>
              </div>
            )}
          </Popover>
        </State>
        <State name="tooltip" opens>
          <Tooltip text="任意两条最多共用 2 个镜头">
            <Button variant="quiet">最小差异 4/6</Button>
          </Tooltip>
        </State>
      </Section>
    </>
  );
}
