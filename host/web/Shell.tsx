import { useEffect, type ReactNode, type Ref } from 'react';

import { keepFocus } from '#core/web/components/keep-focus.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { TASKS } from '#core/web/tasks/tasks.ts';

import { FilingLine } from './FilingLine.tsx';
import { PageNotice } from './notices/PageNotice.tsx';
import { BottomBar } from './phone/BottomBar.tsx';
import { Rail } from './rail/Rail.tsx';
import { SHELL_STATE } from './rail/ShellState.ts';
import { TopBar } from './top/TopBar.tsx';
import './Shell.css';

/** The frame of the workbench: rail, top bar, content and, on a phone, the bottom bar. */
export default observer(function Shell({ content, children }: { content: Ref<HTMLElement>; children: ReactNode }) {
  const state = useService(SHELL_STATE);
  const tasks = useService(TASKS);
  useEffect(() => tasks.follow() as () => void, [tasks]);
  useEffect(() => keepFocus(), []);
  return (
    <div className="rp-shell" data-rail={state.isRailNarrow ? 'narrow' : 'wide'}>
      <Rail />
      <div className="rp-shell__stage">
        <TopBar />
        <PageNotice />
        <main id="content" className="rp-shell__content" ref={content} tabIndex={-1}>
          {children}
        </main>
        <footer className="rp-shell__footer">
          <FilingLine />
        </footer>
      </div>
      <BottomBar />
    </div>
  );
});
