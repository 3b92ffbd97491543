import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { COMMANDS } from '#core/web/commands/commands.ts';
import { Icon, type IconName } from '#core/web/components/Icon.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useSlotItems } from '#core/web/react/use-slot.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TOOL_CARDS } from '#core/web/tools/tool-cards.ts';

import { MENU } from '../menu/menu.ts';
import { matchesWords } from './matches-words.ts';
import { keyLabel } from '#core/web/commands/key-label.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { PlainInput } from '#core/web/components/PlainInput.tsx';
import './CommandPalette.css';

interface Choice {
  id: string;
  group: 'tools' | 'pages' | 'commands';
  title: string;
  icon: IconName;
  keys?: string;
  run(): void;
}

/** What is typed first to see the tools for videos alone. */
const TOOLS_ONLY = '/';

/** Finds pages, commands and tools by name. */
export default observer(function CommandPalette({ close }: DialogControl) {
  const { get, faults } = useKernel();
  const t = useText();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  const { sections } = get(MENU);
  const commands = get(COMMANDS).list;
  const tools = useSlotItems(TOOL_CARDS);
  const isToolsOnly = text.startsWith(TOOLS_ONLY);
  const typed = isToolsOnly ? text.slice(TOOLS_ONLY.length).trim() : text;
  const all = useMemo<readonly Choice[]>(
    () => [
      ...sections.flatMap(({ entries }) =>
        entries.map(({ to, title, icon, lock }): Choice => ({
          id: `page:${to}`,
          group: 'pages',
          title: t(title),
          icon: lock === null ? icon : 'lock',
          run: () => void get(ROUTER).go(to),
        })),
      ),
      ...commands
        .filter((command) => command.id !== 'shell.palette')
        .map((command): Choice => ({
          id: command.id,
          group: 'commands',
          title: t(command.title, command.params),
          icon: 'command',
          keys: command.keys,
          // The command registry reports its failure.
          run: () =>
            void get(COMMANDS)
              .run(command.id)
              .catch(() => undefined),
        })),
      ...tools
        .toSorted((a, b) => a.item.order - b.item.order)
        .map(({ key, context, item }): Choice => ({
          id: `tool:${key}`,
          group: 'tools',
          title: t('shell:palette.tool', { have: context.t(item.have), title: context.t(item.title) }),
          icon: context.locked === null ? item.icon : 'lock',
          run: () => faults.guard(context.id, () => item.open([])),
        })),
    ],
    [sections, commands, tools, t, get, faults],
  );
  const found = all.filter(({ group, title }) => (!isToolsOnly || group === 'tools') && matchesWords(title, typed));
  const chosen = Math.min(at, Math.max(0, found.length - 1));

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const pick = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    close();
    // Run it after this dialog has returned the focus, which the command may take.
    setTimeout(choice.run);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((chosen + step + found.length) % found.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      pick(found[chosen]);
    }
  };

  return (
    <div className="rp-palette">
      <div className="rp-palette__field">
        <Icon name="search" />
        <PlainInput
          role="combobox"
          spellCheck={false}
          data-autofocus
          aria-expanded={found.length > 0}
          aria-controls={found.length === 0 ? undefined : `${id}-list`}
          aria-activedescendant={found.length === 0 ? undefined : `${id}-${chosen}`}
          aria-label={t('shell:palette.title')}
          placeholder={t('shell:palette.placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
      </div>
      <p className="rp-visually-hidden" role="status">
        {t('shell:palette.count', { count: found.length })}
      </p>
      {text === '' && tools.length > 0 && <p className="rp-palette__hint">{t('shell:palette.slash')}</p>}
      {found.length === 0 && (
        <p className="rp-palette__none">
          {t(isToolsOnly ? 'shell:palette.none-tool' : 'shell:palette.none', { text: typed })}
        </p>
      )}
      <div
        ref={list}
        id={`${id}-list`}
        className="rp-palette__list"
        role="listbox"
        aria-label={t('shell:palette.title')}
        hidden={found.length === 0}
      >
        {found.map((choice, index) => (
          <div key={choice.id} role="presentation">
            {choice.group !== found[index - 1]?.group && (
              <p className="rp-palette__group" role="presentation">
                {t(`shell:palette.${choice.group}`)}
              </p>
            )}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className="rp-palette__choice"
              onPointerMove={() => setAt(index)}
              onClick={() => pick(choice)}
            >
              <Icon name={choice.icon} />
              <span>{choice.title}</span>
              {choice.keys !== undefined && <kbd>{keyLabel(choice.keys)}</kbd>}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
});
