import { Link, observer, useParams, useText } from '@reelport/core';
import { ToolRunView } from '@reelport/core/studio/ToolRunView';
import { Empty } from '@reelport/core/ui/Empty';

export default observer(function RunPage() {
  const t = useText();
  const { id = '' } = useParams();
  return (
    <ToolRunView
      id={id}
      look={{
        back: () => ({ to: '/voice-over', title: t('voice-over:title') }),
        others: { to: (run) => `/voice-over/run/${run}` },
        ratio: () => '16:9',
      }}
      missing={
        <Empty icon="mic" title={t('voice-over:gone')} action={<Link to="/voice-over">{t('voice-over:back')}</Link>} />
      }
    />
  );
});
