import { Icon, type IconName } from '#core/web/components/Icon.tsx';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import './MissingPage.css';

interface MissingPageProps {
  icon: IconName;
  title: string;
  /** Why, if that is known. */
  text?: string;
}

/** In place of a page whose address names nothing that there is: what it was for, and where all projects are. */
export function MissingPage({ icon, title, text }: MissingPageProps) {
  const t = useText();
  return (
    <div className="rp-mix-missing">
      <Icon name={icon} />
      <h1>{title}</h1>
      {text !== undefined && <p>{text}</p>}
      <Link to="/mixedCutList/list">{t('mixing:editor.to-list')}</Link>
    </div>
  );
}
