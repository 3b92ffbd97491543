// In one file: the start names each file that is fetched later.
export { ClipPlayer } from './ClipPlayer.tsx';
export { GroupClips } from './GroupClips.tsx';
