export { default as Hosts } from './HostsPage.tsx';
export { default as HostDialog } from './HostDialog.tsx';
