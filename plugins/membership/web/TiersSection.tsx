import { TierList } from './TierList.tsx';

/** The levels on the landing page. */
export default function TiersSection() {
  return <TierList />;
}
