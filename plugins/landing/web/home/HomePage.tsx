import { SiteFooter } from '../site/SiteFooter.tsx';
import { SiteHeader } from '../site/SiteHeader.tsx';
import { Hero } from './Hero.tsx';
import { Numbers } from './Numbers.tsx';
import { Questions } from './Questions.tsx';
import { Screens } from './Screens.tsx';
import { Sections } from './Sections.tsx';
import './Home.css';

/** What the product does, seen in five seconds, and what somebody wants to know before they start. */
export function HomePage() {
  return (
    <div className="rp-site rp-home">
      <SiteHeader />
      <Hero />
      <Numbers />
      <Screens />
      <Sections />
      <Questions />
      <SiteFooter />
    </div>
  );
}
