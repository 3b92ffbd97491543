import { BOOT } from '#core/web/boot.ts';
import { useService } from '#core/web/react/use-service.ts';

const REGISTRY = 'https://beian.miit.gov.cn/';

/** The host's filing number, if it has one. */
export function FilingLine() {
  const { filing } = useService(BOOT);
  if (filing === null) return null;
  return (
    <p className="rp-filing">
      <a href={REGISTRY} target="_blank" rel="noopener noreferrer">
        {filing}
      </a>
    </p>
  );
}
