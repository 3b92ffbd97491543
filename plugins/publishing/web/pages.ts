// All pages in one file: whoever opens one opens the next on the way, and the start names each file that is fetched later.
export { default as Channels } from './channels/ChannelsPage.tsx';
export { default as Compose } from './compose/ComposePage.tsx';
export { default as Tasks } from './posts/TasksPage.tsx';
export { default as Task } from './posts/TaskPage.tsx';
export { default as Figures } from './figures/FiguresPage.tsx';
export { default as ChooseDialog } from './channels/ChooseDialog.tsx';
export { default as ConnectDialog } from './channels/ConnectDialog.tsx';
export { default as ImportDialog } from './channels/ImportDialog.tsx';
export { default as GroupDialog } from './channels/GroupDialog.tsx';
export { default as MoveDialog } from './posts/MoveDialog.tsx';
export { default as PhoneDialog } from './phone/PhoneDialog.tsx';
