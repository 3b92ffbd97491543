import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { Icon, type IconName } from '../components/Icon.tsx';
import './Tree.css';

/** One node of a {@link Tree}. */
export interface TreeNode {
  id: string;
  text: string;
  icon?: IconName;
  /** At the end of its line, for example the number of entries. */
  aside?: ReactNode;
  disabled?: boolean;
  children?: readonly TreeNode[];
}

export interface TreeProps {
  /** Accessible name. */
  label: string;
  nodes: readonly TreeNode[];
  /** Id of the selected node. */
  value: string | null;
  onChange(id: string): void;
  /** Nodes expanded at first; all of them by default. */
  open?: readonly string[];
}

interface Line extends TreeNode {
  level: number;
  parent: string | null;
  at: number;
  of: number;
}

/** A tree view. The arrow keys move, expand and collapse; Enter selects. */
export function Tree({ label, nodes, value, onChange, open }: TreeProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(open ?? parentsOf(nodes)));
  const [stop, setStop] = useState<string | null>(null);
  const tree = useRef<HTMLUListElement>(null);
  const lines = linesOf(nodes, opened);
  const current = lines.find(({ id }) => id === (stop ?? value)) ?? lines[0];

  const go = (line: Line | undefined): void => {
    if (line === undefined) return;
    setStop(line.id);
    tree.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(line.id)}"]`)?.focus();
  };
  const turn = (id: string, isOpen: boolean): void => {
    const next = new Set(opened);
    if (isOpen) next.add(id);
    else next.delete(id);
    setOpened(next);
  };
  const press = (event: KeyboardEvent): void => {
    const at = lines.findIndex((line) => line === current);
    const line = lines[at];
    if (line === undefined) return;
    const isParent = line.children !== undefined && line.children.length > 0;
    const isOpen = opened.has(line.id);
    switch (event.key) {
      case 'ArrowDown':
        go(lines[at + 1]);
        break;
      case 'ArrowUp':
        go(lines[at - 1]);
        break;
      case 'Home':
        go(lines[0]);
        break;
      case 'End':
        go(lines.at(-1));
        break;
      case 'ArrowRight':
        if (isParent && !isOpen) turn(line.id, true);
        else if (isParent) go(lines[at + 1]);
        break;
      case 'ArrowLeft':
        if (isParent && isOpen) turn(line.id, false);
        else go(lines.find(({ id }) => id === line.parent));
        break;
      case 'Enter':
      case ' ':
        if (line.disabled !== true) onChange(line.id);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return (
    <ul ref={tree} className="rp-tree" role="tree" aria-label={label} onKeyDown={press}>
      {lines.map((line) => {
        const isParent = line.children !== undefined && line.children.length > 0;
        return (
          <li
            key={line.id}
            className="rp-tree__line"
            role="treeitem"
            data-id={line.id}
            aria-level={line.level}
            aria-posinset={line.at}
            aria-setsize={line.of}
            aria-expanded={isParent ? opened.has(line.id) : undefined}
            aria-selected={line.id === value}
            aria-disabled={line.disabled || undefined}
            tabIndex={line === current ? 0 : -1}
            style={{ paddingInlineStart: `${(line.level - 1) * 20 + 4}px` }}
            onFocus={() => setStop(line.id)}
            onClick={() => {
              if (line.disabled !== true) onChange(line.id);
            }}
          >
            <span
              className="rp-tree__turn"
              aria-hidden="true"
              onClick={(event) => {
                if (!isParent) return;
                event.stopPropagation();
                turn(line.id, !opened.has(line.id));
              }}
            >
              {isParent && <Icon name={opened.has(line.id) ? 'chevron-down' : 'chevron-right'} size={16} />}
            </span>
            {line.icon !== undefined && <Icon name={line.icon} size={16} />}
            <span className="rp-tree__text">{line.text}</span>
            {line.aside !== undefined && <span className="rp-tree__aside">{line.aside}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function parentsOf(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap(({ id, children = [] }) => (children.length === 0 ? [] : [id, ...parentsOf(children)]));
}

/** The visible lines, from top to bottom. */
function linesOf(
  nodes: readonly TreeNode[],
  opened: ReadonlySet<string>,
  parent: string | null = null,
  level = 1,
): Line[] {
  return nodes.flatMap((node, index) => [
    { ...node, level, parent, at: index + 1, of: nodes.length },
    ...(opened.has(node.id) ? linesOf(node.children ?? [], opened, node.id, level + 1) : []),
  ]);
}
