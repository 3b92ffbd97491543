/** Makes a component that is drawn anew when something observable that it read changes. */
export { observer } from 'mobx-react-lite';
