/** Two outputs side by side, played in step; then everything is shown for the first time. */
export const PLAYERS_SCRIPT = String.raw`
const videos = [byId('video-0'), byId('video-1')];
const worst = certificate.worst && [indexOf.get(certificate.worst.a), indexOf.get(certificate.worst.b)];
let opened = null;
let playing = false;

function openPair(a, b) {
  pause();
  opened = [a, b];
  opened.forEach((output, side) => {
    byId('missing-' + side).hidden = true;
    // The fragment makes browsers show the first picture before playing.
    videos[side].src = address(outputs[output].file) + '#t=0.01';
  });
  byId('seek').value = '0';
  showPair();
  byId('pair').scrollIntoView({ block: 'nearest', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
}
function isWorst() { return worst && opened && opened.includes(worst[0]) && opened.includes(worst[1]); }

function showPair() {
  if (!opened) return;
  const [a, b] = opened;
  const { shots, symbols } = common(a, b);
  opened.forEach((output, side) => {
    put('file-' + side, outputs[output].file);
    videos[side].setAttribute('aria-label', outputs[output].file);
    shotChips(byId('shots-' + side), outputs[output], symbols);
  });
  put('pair-title', t(isWorst() ? 'pair-worst' : 'pair-chosen'));
  byId('back').hidden = isWorst();
  put('pair-shots', t('shots-of', { shots, groups }));
  const known = isWorst() ? certificate.worst : null;
  put('pair-footage', known ? t('footage-of', { footage: percent(known.sharedFootage), limit: percent(known.limit) }) : percent(shareOf(a, b)));
  byId('pair-ordered-box').hidden = byId('pair-audio-box').hidden = known === null;
  if (known) {
    put('pair-ordered', number(known.orderedDistance, 2));
    put('pair-audio', percent(known.audioSimilarity));
  }
  showPlaying();
}

const length = () => Math.max(...videos.map((video) => (Number.isFinite(video.duration) ? video.duration : 0)));
const clock = (seconds) => Math.floor(seconds / 60) + ':' + String(Math.floor(seconds % 60)).padStart(2, '0');
const leader = () => (videos[1].duration > videos[0].duration ? videos[1] : videos[0]);
function showPlaying() {
  put('play', t(playing ? 'pause' : 'play'));
  byId('seek').setAttribute('aria-label', t('seek'));
  put('time', clock(leader().currentTime) + ' / ' + clock(length()));
}
function pause() {
  playing = false;
  for (const video of videos) video.pause();
  showPlaying();
}
async function play() {
  if (leader().ended) for (const video of videos) video.currentTime = 0;
  playing = true;
  showPlaying();
  await Promise.allSettled(videos.map((video) => video.play()));
  if (videos.every((video) => video.paused)) pause();
}
byId('play').addEventListener('click', () => { if (playing) pause(); else void play(); });
byId('seek').addEventListener('input', () => {
  const place = (Number(byId('seek').value) / 1000) * length();
  for (const video of videos) if (Number.isFinite(video.duration)) video.currentTime = Math.min(place, video.duration);
  showPlaying();
});
byId('back').addEventListener('click', () => openPair(...worst));
videos.forEach((video, side) => {
  video.addEventListener('loadedmetadata', showPlaying);
  video.addEventListener('error', () => { byId('missing-' + side).hidden = false; });
  video.addEventListener('ended', () => { if (video === leader()) pause(); });
  video.addEventListener('timeupdate', () => {
    if (video !== leader()) return;
    const other = videos[1 - side];
    if (playing && !other.ended && !other.seeking && Math.abs(other.currentTime - video.currentTime) > 0.12) other.currentTime = video.currentTime;
    if (length() > 0) byId('seek').value = String(Math.round((video.currentTime / length()) * 1000));
    showPlaying();
  });
});

function showAll() {
  showTexts();
  if (certificate.pairs > 0) {
    map.setAttribute('aria-label', t('matrix'));
    drawMap();
    describe();
    showPair();
  }
}
byId('measured').hidden = byId('pair').hidden = certificate.pairs === 0;
showAll();
if (worst) {
  const top = scrollY;
  openPair(...worst);
  scrollTo({ top, behavior: 'instant' });
}
`;
