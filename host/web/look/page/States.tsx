import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { Empty } from '#core/web/ui/Empty.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import '#core/web/components/PageSkeleton.css';
import '#core/web/views/toasts/ToastHost.css';

import { Section } from './Section.tsx';

const TOASTS = [
  { kind: 'success', text: '已保存' },
  { kind: 'info', text: '映港已更新，刷新后使用新版本。' },
  { kind: 'warning', text: '手机号格式不正确' },
  { kind: 'error', text: '上传失败' },
] as const;

/** Components that show a state. */
export function States() {
  return (
    <>
      <Section title="Notice" stacked>
        <Notice kind="info">生成期间可以关闭页面。</Notice>
        <Notice kind="success" onClose={() => undefined}>
          已全部生成。
        </Notice>
        <Notice kind="warning" actions={<Button size="small">查看</Button>}>
          有 3 个素材短于 2 秒，不会用到。
        </Notice>
        <Notice kind="error" title="没有保存" actions={<Button size="small">重试</Button>}>
          网络断开了，您的改动还在这里。
        </Notice>
      </Section>
      <Section title="Toasts">
        {TOASTS.map(({ kind, text }) => (
          <div key={kind} className={`rp-toast rp-toast--${kind}`}>
            <Icon name={kind} />
            <p className="rp-toast__text">{text}</p>
          </div>
        ))}
      </Section>
      <Section title="Empty" stacked>
        <Empty
          title="还没有项目"
          text="放入几组素材，生成五十条不重样的短视频。"
          icon="scissors"
          action={
            <Button variant="primary" icon="plus">
              新建项目
            </Button>
          }
        />
      </Section>
      <Section title="Outline of what is being loaded" stacked>
        <div className="rp-outline">
          <span className="rp-outline__bar rp-outline__bar--title" />
          <span className="rp-outline__bar" />
          <span className="rp-outline__bar rp-outline__bar--short" />
        </div>
      </Section>
    </>
  );
}
