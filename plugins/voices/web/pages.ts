// In one file: whoever opens one opens the other on the way.
export { VoicesPage as Voices } from './list/VoicesPage.tsx';
export { AddPage as Add } from './add/AddPage.tsx';
