// In one file: the start names each file that is fetched later.
export { default as ConfirmLogin } from './confirm/ConfirmLoginPage.tsx';
export { default as SubAccounts } from './sub-accounts/SubAccountsPage.tsx';
export { default as Outbox } from './outbox/OutboxPage.tsx';
export { default as PluginSettings } from './plugin-settings/PluginSettingsPage.tsx';
