import { definePlugin } from '#core/contract/plugin.ts';

const bare = { frame: 'bare' } as const;

export default definePlugin({
  id: 'landing',
  version: '1.0.0',
  title: 'landing:title',
  gate: { login: false },
  routes: [
    { path: '/home', page: 'Home', title: 'landing:home.title', ...bare },
    { path: '/home2', page: 'Home', title: 'landing:home.title', ...bare },
    { path: '/login', page: 'Home', title: 'landing:home.title', ...bare },
    { path: '/protocal', page: 'Protocol', title: 'landing:protocol.title', ...bare },
    { path: '/cloneSoundProtocol', page: 'CloneSoundProtocol', title: 'landing:clone-sound.title', ...bare },
    { path: '/aboutUs', page: 'AboutUs', title: 'landing:about.title', ...bare },
    { path: '/serviceAgreement', page: 'ServiceAgreement', title: 'landing:service.title', ...bare },
    { path: '/legalNotice', page: 'LegalNotice', title: 'landing:legal.title', ...bare },
  ],
});
