export { default as Places } from './PlacesPage.tsx';
export { default as PlaceDialog } from './PlaceDialog.tsx';
export { default as ImportDialog } from './ImportDialog.tsx';
