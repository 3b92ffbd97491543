import type { ICON_NAMES } from '#core/contract/icon-names.ts';

import './Icon.css';

/** One path per icon, on a grid of 20 with strokes of 1.5; a second stroke is another `M`. */
const DRAWINGS = {
  'arrow-down': 'M10 4v12M5 11l5 5 5-5',
  'arrow-left': 'M16 10H4M9 5l-5 5 5 5',
  'arrow-right': 'M4 10h12M11 5l5 5-5 5',
  'arrow-up': 'M10 16V4M5 9l5-5 5 5',
  bell: 'M5 8a5 5 0 0 1 10 0c0 4 1.5 5.5 1.5 5.5h-13S5 12 5 8zM8.3 16.5a2 2 0 0 0 3.4 0',
  building: 'M4 17V4a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v13M12 8h3a1 1 0 0 1 1 1v8M2.5 17h15M7 6.5h2M7 10h2M7 13.5h2',
  calendar: 'M4 5h12a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3 9h14M7 3v3M13 3v3',
  captions:
    'M4 4h12a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM6 12.5h4M12 12.5h2M6 9.5h2M10 9.5h4',
  chart: 'M3 3v13a1 1 0 0 0 1 1h13M7 13v-3M11 13V6M15 13V9',
  check: 'M4 10.5l4 4 8-9',
  'chevron-down': 'M5 7.5l5 5 5-5',
  'chevron-left': 'M12.5 5l-5 5 5 5',
  'chevron-right': 'M7.5 5l5 5-5 5',
  'chevron-up': 'M5 12.5l5-5 5 5',
  clock: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 6v4l2.8 1.8',
  close: 'M5 5l10 10M15 5L5 15',
  command:
    'M7.5 7.5h5v5h-5zM7.5 7.5H5.3a2.2 2.2 0 1 1 2.2-2.2zM12.5 7.5V5.3a2.2 2.2 0 1 1 2.2 2.2zM12.5 12.5h2.2a2.2 2.2 0 1 1-2.2 2.2zM7.5 12.5v2.2a2.2 2.2 0 1 1-2.2-2.2z',
  copy: 'M8 7h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1zM4 13a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1',
  crop: 'M6 2v11a1 1 0 0 0 1 1h11M14 18V7a1 1 0 0 0-1-1H2',
  crown: 'M3 6l3.5 4L10 4l3.5 6L17 6l-1.5 9h-11z',
  device: 'M6 2.5h8a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1zM9 15h2',
  disk: 'M5 4h10l2 7v4a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-4zM3 11h14M13.5 13.5h.5',
  download: 'M10 3v10M5.5 9l4.5 4.5L14.5 9M3.5 16.5h13',
  edit: 'M4 16l.8-3.6L13.5 3.7a1.4 1.4 0 0 1 2 0l.8.8a1.4 1.4 0 0 1 0 2L7.6 15.2zM12 5.5l2.5 2.5',
  erase:
    'M8 16l-4.6-4.6a1.2 1.2 0 0 1 0-1.7l6.3-6.3a1.2 1.2 0 0 1 1.7 0l4.7 4.7a1.2 1.2 0 0 1 0 1.7L10 16zM6.5 6.7l6.7 6.7M7 16h10',
  error: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM7.5 7.5l5 5M12.5 7.5l-5 5',
  external: 'M8 4H4.5A1.5 1.5 0 0 0 3 5.5v10A1.5 1.5 0 0 0 4.5 17h10a1.5 1.5 0 0 0 1.5-1.5V12M11.5 3H17v5.5M17 3l-8 8',
  eye: 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10zM10 7.7a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6z',
  'eye-off':
    'M3 3l14 14M8.2 4.7c.6-.1 1.2-.2 1.8-.2 5 0 8 5.5 8 5.5a14 14 0 0 1-2.3 2.9M5.3 6.2A13.6 13.6 0 0 0 2 10s3 5.5 8 5.5c1.5 0 2.9-.5 4-1.2M8.4 8.4a2.3 2.3 0 0 0 3.2 3.2',
  film: 'M4 3.5h12a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM6.5 3.5v13M13.5 3.5v13M3 7.8h3.5M3 12.2h3.5M13.5 7.8H17M13.5 12.2H17M6.5 10h7',
  filter: 'M3 5h14M6 10h8M8.5 15h3',
  folder: 'M3 15V5a1 1 0 0 1 1-1h4l2 2.5h6a1 1 0 0 1 1 1V15a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1z',
  fullscreen: 'M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4',
  'folder-move': 'M17 8V7.5a1 1 0 0 0-1-1h-6L8 4H4a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h4.5M11 13.5h6.5M14.5 10.5l3 3-3 3',
  'folder-plus': 'M17 9V7.5a1 1 0 0 0-1-1h-6L8 4H4a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h5.5M14.5 11.5v6M11.5 14.5h6',
  'folder-up':
    'M3 15V5a1 1 0 0 1 1-1h4l2 2.5h6a1 1 0 0 1 1 1V15a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM10 13.5v-5M7.8 10.5l2.2-2.2 2.2 2.2',
  gift: 'M3.5 9.5h13V16a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1zM2.5 6h15v3.5h-15zM10 6v11M10 6S8.5 2.5 6.7 3.2C4.8 4 6 6 10 6zM10 6s1.5-3.5 3.3-2.8C15.2 4 14 6 10 6z',
  globe: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM3 10h14M10 3c2 2 3 4.3 3 7s-1 5-3 7c-2-2-3-4.3-3-7s1-5 3-7z',
  grid: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z',
  headset:
    'M4 12v-2a6 6 0 0 1 12 0v2M4 11h1.5a1 1 0 0 1 1 1v2.5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM16 11h-1.5a1 1 0 0 0-1 1v2.5a1 1 0 0 0 1 1h.5a1 1 0 0 0 1-1zM16 14.5c0 1.6-1.5 2.5-3.5 2.5H11',
  help: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM8 8a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.4M10 13.8v.1',
  history: 'M3.5 10a6.5 6.5 0 1 0 2-4.7L3.5 7M3.5 3.5V7H7M10 6.5V10l2.5 1.5',
  home: 'M3 9.5L10 3.5l7 6M5 8v8a.5.5 0 0 0 .5.5h9a.5.5 0 0 0 .5-.5V8M8.5 16.5v-4.5h3v4.5',
  image:
    'M4 3.5h12a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM3 14l4-4 3.5 3.5 2-2L17 15.5M12.5 7.5h.1',
  info: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 9.5V14M10 6.5v.1',
  key: 'M12.5 3.5a4 4 0 1 1-3.6 5.7L3.5 14.6V16.5h2.5V15h1.5v-1.5H9l1.5-1.6A4 4 0 0 1 12.5 3.5zM13.5 6.5v.1',
  keyboard:
    'M3 5h14a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM5 8.5h.1M8.3 8.5h.1M11.7 8.5h.1M15 8.5h.1M6.5 12h7',
  layers: 'M10 3l7 4-7 4-7-4zM3 10.5l7 4 7-4M3 13.8l7 3.7 7-3.7',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.7-2.7a3 3 0 0 0-4.3-4.3l-.9.9M11.5 8.5a3 3 0 0 0-4.3 0l-2.7 2.7a3 3 0 0 0 4.3 4.3l.9-.9',
  list: 'M7 5h10M7 10h10M7 15h10M3.5 5h.1M3.5 10h.1M3.5 15h.1',
  lock: 'M5 9h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1zM6.5 9V6.5a3.5 3.5 0 0 1 7 0V9',
  'log-out': 'M8 3.5H5a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1h3M12.5 6.5L16 10l-3.5 3.5M16 10H8',
  mail: 'M3.5 4.5h13a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM3 6l7 5 7-5',
  menu: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13',
  message: 'M4 4h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-5l-4 3v-3H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z',
  mic: 'M10 2.5a2.5 2.5 0 0 1 2.5 2.5v4.5a2.5 2.5 0 0 1-5 0V5A2.5 2.5 0 0 1 10 2.5zM4.5 9.5a5.5 5.5 0 0 0 11 0M10 15v2.5',
  minus: 'M4 10h12',
  moon: 'M16.5 11.8A7 7 0 0 1 8.2 3.5 7 7 0 1 0 16.5 11.8z',
  more: 'M4.5 10a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0M9.5 10a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0M14.5 10a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0',
  mosaic: 'M3.5 3.5h13v13h-13zM3.5 10h13M10 3.5v13M3.5 3.5l6.5 6.5M10 10l6.5 6.5',
  music: 'M7.5 14.5V4.5l9-1.5v10M7.5 14.5a2 2 0 1 1-2-2 2 2 0 0 1 2 2zM16.5 13a2 2 0 1 1-2-2 2 2 0 0 1 2 2z',
  pause: 'M7 4.5v11M13 4.5v11',
  person: 'M10 3.5a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4zM3.5 16.5c.6-3 3.2-4.5 6.5-4.5s5.9 1.5 6.5 4.5',
  phone:
    'M6.5 3.5l1.7 3.8-1.7 1.5a9.5 9.5 0 0 0 4.7 4.7l1.5-1.7 3.8 1.7-.4 2.4a1 1 0 0 1-1 .8A12 12 0 0 1 3.3 4.9a1 1 0 0 1 .8-1z',
  pieces: 'M3.5 4.5h4v11h-4zM11 4.5h5.5v4.5H11zM11 12h5.5v3.5H11z',
  pin: 'M10 17.5s5.5-4.6 5.5-9a5.5 5.5 0 0 0-11 0c0 4.4 5.5 9 5.5 9zM10 6.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  play: 'M6.5 4l9 6-9 6z',
  plug: 'M7.5 2.5v4M12.5 2.5v4M5 6.5h10V10a5 5 0 0 1-10 0zM10 15v2.5',
  plus: 'M10 4v12M4 10h12',
  qr: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h2v2h-2zM16.5 11.5v2M14.5 16.5h2v-1M11.5 16.5v.1',
  redo: 'M16 8.5H8a4.5 4.5 0 0 0 0 9h3M12.5 5L16 8.5 12.5 12',
  refresh: 'M16.5 10a6.5 6.5 0 1 1-2-4.7L16.5 7M16.5 3.5V7H13',
  scissors: 'M5.5 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM5.5 12a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM7.2 7.2L16.5 14M7.2 12.8L16.5 6',
  script: 'M5 3h7l3.5 3.5V16a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM12 3v3.5h3.5M7 10h6M7 13h4',
  search: 'M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l3.5 3.5',
  send: 'M17 3L9 11M17 3l-5 14-3-6-6-3z',
  server: 'M4 4h12a1 1 0 0 1 1 1v3.5H3V5a1 1 0 0 1 1-1zM3 11.5h14V15a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM6 6.5h.1M6 13.8h.1',
  settings:
    'M10 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM10 2.5v2.2M10 15.3v2.2M2.5 10h2.2M15.3 10h2.2M4.7 4.7l1.5 1.5M13.8 13.8l1.5 1.5M4.7 15.3l1.5-1.5M13.8 6.2l1.5-1.5',
  shield: 'M10 2.5l6 2.3v4.7c0 4-2.6 6.6-6 8-3.4-1.4-6-4-6-8V4.8zM7.3 9.8l2 2 3.4-3.8',
  sidebar: 'M4 3.5h12a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM8 3.5v13',
  sort: 'M6 4v12M3 13l3 3 3-3M14 16V4M11 7l3-3 3 3',
  sound: 'M3.5 8h3l4-3.5v11L6.5 12h-3zM13 7.5a3.5 3.5 0 0 1 0 5M15 5.5a6.5 6.5 0 0 1 0 9',
  'sound-off': 'M3.5 8h3l4-3.5v11L6.5 12h-3zM13.5 8l4 4M17.5 8l-4 4',
  split: 'M10 2.5v15M3 6h4v8H3zM13 6h4v8h-4z',
  star: 'M10 3l2.2 4.5 5 .7-3.6 3.5.9 4.9-4.5-2.3-4.5 2.3.9-4.9L2.8 8.2l5-.7z',
  stop: 'M5.5 5.5h9v9h-9z',
  success: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM6.8 10.3l2.2 2.2 4.3-4.8',
  sun: 'M10 6.8a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4zM10 2v1.8M10 16.2V18M2 10h1.8M16.2 10H18M4.3 4.3l1.3 1.3M14.4 14.4l1.3 1.3M4.3 15.7l1.3-1.3M14.4 5.6l1.3-1.3',
  tasks: 'M3.5 5.5l1.3 1.3L7 4.5M3.5 10.5l1.3 1.3L7 9.5M3.5 15.5l1.3 1.3L7 14.5M10 5.5h6.5M10 10.5h6.5M10 15.5h6.5',
  translate: 'M3 5h8M7 3.5V5M9.5 5c-.7 3-3 5.5-6 6.8M4.8 7.5c1 2 2.7 3.5 4.7 4.3M10.5 17l3.3-8 3.2 8M11.6 14.5h4.3',
  trash:
    'M4 6h12M8 6V4.5a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1V6M5.5 6l.7 9.6a1 1 0 0 0 1 .9h5.6a1 1 0 0 0 1-.9l.7-9.6M8.5 9v4.5M11.5 9v4.5',
  undo: 'M4 8.5h8a4.5 4.5 0 0 1 0 9H9M7.5 5L4 8.5 7.5 12',
  unlock: 'M5 9h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1zM6.5 9V6.5a3.5 3.5 0 0 1 6.7-1.4',
  upload: 'M10 13.5V3.5M5.5 8L10 3.5 14.5 8M3.5 16.5h13',
  users:
    'M7.5 4a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM2 16c.4-2.7 2.6-4 5.5-4s5.1 1.3 5.5 4M13 4.2a2.8 2.8 0 0 1 0 5.2M15 12.4c1.7.5 2.7 1.7 3 3.6',
  video: 'M3.5 5h8.5a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM13 9l4.5-2.5v7L13 11',
  wallet:
    'M4 5h11a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM16 9h-3a1.5 1.5 0 0 0 0 3h3M3 6l9-3v2',
  warning: 'M10 3.5l7.5 13h-15zM10 8.5v4M10 14.5v.1',
  wechat:
    'M8 4c3.3 0 5.8 2.1 5.8 4.8S11.3 13.5 8 13.5c-.6 0-1.2-.1-1.8-.2L4 14.5l.5-2A4.6 4.6 0 0 1 2.2 8.8C2.2 6.1 4.7 4 8 4zM14.5 8.3c1.9.6 3.3 2 3.3 3.8 0 1.1-.6 2-1.5 2.7l.3 1.7-1.8-.9c-2.1.5-4.2-.1-5.4-1.4M6 8h.1M10 8h.1',
} as const satisfies Record<(typeof ICON_NAMES)[number], string>;

/** The names of all icons. */
export type IconName = keyof typeof DRAWINGS;

export interface IconProps {
  name: IconName;
  /** In pixels: 16 in dense places, 20 otherwise. */
  size?: 16 | 20;
  /** Describes the icon where no text beside it does; without it screen readers skip the icon. */
  label?: string;
  className?: string;
}

/** One of our icons, in the colour of the surrounding text. */
export function Icon({ name, size = 20, label, className }: IconProps) {
  return (
    <svg
      className={className === undefined ? 'rp-icon' : `rp-icon ${className}`}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      focusable="false"
    >
      <path d={DRAWINGS[name]} />
    </svg>
  );
}

/** Whether a string from a manifest is the name of an icon. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(DRAWINGS, name);
}
