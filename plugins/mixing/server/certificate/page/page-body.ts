/**
 * The page's skeleton. `data-text` names the text that a script puts in, so that the language can change
 * without loading anything.
 */
export const PAGE_BODY = `
<div class="page">
  <header class="bar">
    <div class="brand">
      <svg viewBox="0 0 16 16" aria-hidden="true"><mask id="gap"><path fill="#fff" d="M0 0h16v16H0z"/><path fill="#000" d="M5.4 3.6 12.4 8l-7 4.4z"/></mask><path mask="url(#gap)" d="M1 1h6.5v6.5H1zM8.5 1H15v6.5H8.5zM1 8.5h6.5V15H1zM8.5 8.5H15V15H8.5z"/></svg>
      <span data-text="brand"></span><span data-text="kind"></span>
    </div>
    <button class="plain" id="language" type="button"></button>
    <button class="plain" id="theme" type="button"></button>
  </header>
  <main>
    <div class="head">
      <p class="kicker" id="created"></p>
      <h1 id="project"></h1>
      <p class="verdict" id="verdict"></p>
      <dl class="figures">
        <div><dt data-text="least"></dt><dd id="least"></dd></div>
        <div><dt data-text="median"></dt><dd id="median"></dd></div>
        <div><dt data-text="outputs-count"></dt><dd id="count"></dd></div>
        <div><dt data-text="pairs-count"></dt><dd id="pairs"></dd></div>
      </dl>
      <p class="state" id="state"></p>
      <p class="lead" id="statement"></p>
      <p class="sub" id="earlier" hidden></p>
    </div>
    <div class="two" id="measured">
      <div>
        <h2 data-text="matrix"></h2>
        <p class="sub" data-text="matrix-about"></p>
        <div class="map"><canvas id="map" tabindex="0" role="img"></canvas></div>
        <div class="scale"><span>0 %</span><i id="ramp"></i><span id="ramp-end"></span><em data-text="over-limit"></em></div>
        <p class="about" id="about" aria-live="polite"></p>
      </div>
      <div>
        <h2 data-text="histogram"></h2>
        <p class="sub" data-text="histogram-about"></p>
        <ol class="histogram" id="histogram"></ol>
        <div class="axis"><span>0 %</span><span data-text="histogram-axis"></span><span>100 %</span></div>
        <dl class="facts">
          <div><dt data-text="footage-least"></dt><dd id="footage-least"></dd></div>
          <div><dt data-text="footage-median"></dt><dd id="footage-median"></dd></div>
          <div><dt data-text="ordered-least"></dt><dd id="ordered-least"></dd></div>
          <div><dt data-text="audio-most"></dt><dd id="audio-most"></dd></div>
          <div><dt data-text="openings"></dt><dd id="openings"></dd></div>
          <div id="loudness-box"><dt data-text="loudness"></dt><dd id="loudness"></dd></div>
          <div id="made-box"><dt data-text="made"></dt><dd id="made"></dd></div>
          <div><dt data-text="failures"></dt><dd id="failures"></dd></div>
        </dl>
      </div>
    </div>
    <section id="pair">
      <div class="title"><h2 id="pair-title"></h2><button class="plain" id="back" type="button" data-text="back" hidden></button></div>
      <p class="sub" data-text="pair-about"></p>
      <div class="players">
        <figure><video id="video-0" playsinline preload="metadata"></video><figcaption><h3 id="file-0"></h3><p class="missing" id="missing-0" data-text="missing" hidden></p><ul class="chips" id="shots-0"></ul></figcaption></figure>
        <figure><video id="video-1" playsinline preload="metadata" muted></video><figcaption><h3 id="file-1"></h3><p class="missing" id="missing-1" data-text="missing" hidden></p><ul class="chips" id="shots-1"></ul></figcaption></figure>
      </div>
      <div class="controls"><button class="main" id="play" type="button"></button><input id="seek" type="range" min="0" max="1000" value="0"><output id="time"></output></div>
      <dl class="facts pair">
        <div><dt data-text="shared-shots"></dt><dd id="pair-shots"></dd></div>
        <div><dt data-text="shared-footage"></dt><dd id="pair-footage"></dd></div>
        <div id="pair-ordered-box"><dt data-text="ordered"></dt><dd id="pair-ordered"></dd></div>
        <div id="pair-audio-box"><dt data-text="audio"></dt><dd id="pair-audio"></dd></div>
      </dl>
    </section>
    <section>
      <h2 data-text="materials"></h2>
      <p class="sub" id="materials-about"></p>
      <ul class="use" id="materials"></ul>
    </section>
    <section>
      <h2 data-text="outputs"></h2>
      <p class="sub" id="outputs-about"></p>
      <table>
        <thead><tr><th class="number">#</th><th data-text="file"></th><th class="number" data-text="seconds"></th><th data-text="shots"></th><th data-text="sha"></th></tr></thead>
        <tbody id="outputs"></tbody>
      </table>
      <button class="more" id="more" type="button" hidden></button>
    </section>
    <section id="compared" hidden>
      <h2 data-text="compared"></h2>
      <p class="sub" data-text="compared-about"></p>
      <div class="two">
        <div><h3 data-text="seen"></h3><ul class="list" id="seen"></ul></div>
        <div><h3 data-text="blind"></h3><ul class="list" id="blind"></ul></div>
      </div>
    </section>
    <section>
      <h2 data-text="replay"></h2>
      <p class="sub" data-text="replay-about"></p>
      <div class="command" id="command-box"><code id="command"></code><button id="copy" type="button" data-text="copy"></button></div>
      <dl class="facts small">
        <div><dt data-text="seed"></dt><dd id="seed"></dd></div>
        <div><dt data-text="method"></dt><dd id="method"></dd></div>
        <div><dt>Reelport</dt><dd id="reelport"></dd></div>
        <div><dt>FFmpeg</dt><dd id="ffmpeg"></dd></div>
        <div class="wide"><dt data-text="settings"></dt><dd><code id="settings"></code></dd></div>
        <div class="wide"><dt data-text="rule"></dt><dd id="rule"></dd></div>
      </dl>
      <p class="note" data-text="method-note"></p>
    </section>
  </main>
</div>
<noscript>Please allow scripts on this page: all of them are inside it. 请允许本页运行脚本，它们都在页面之内。</noscript>
`;
