/** Makes a component re-render when an observable that it read changes. */
export { observer } from 'mobx-react-lite';
