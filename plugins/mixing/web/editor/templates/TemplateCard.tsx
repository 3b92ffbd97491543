import type { ReactNode } from 'react';

import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { useText } from '#core/web/react/use-text.ts';

import type { MixProject } from '#plugins/mixing/project.ts';

interface TemplateCardProps {
  name: string;
  about: string;
  document: MixProject;
  onUse(): void;
  /** In place of the name while it is written. */
  field?: ReactNode;
  menu?: ReactNode;
}

/** A template: its groups as columns in their order, what it tells, and how long its shots are. */
export function TemplateCard({ name, about, document, onUse, field, menu }: TemplateCardProps) {
  const t = useText();
  const { groups, shotSeconds } = document;
  return (
    <li className="rp-ed-template">
      {field ?? (
        <PlainButton title={groups.map((group) => group.name).join(' · ')} onClick={onUse}>
          <span className="rp-ed-template__groups" aria-hidden="true">
            {groups.map((group, index) => (
              <i key={index} data-tied={group.transition !== null || undefined} />
            ))}
          </span>
          <strong>{name}</strong>
          <span>{about}</span>
          <small>{t('mixing:templates.facts', { count: groups.length, seconds: shotSeconds })}</small>
        </PlainButton>
      )}
      {menu}
    </li>
  );
}
