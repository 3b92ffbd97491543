/** What a plugin tries, and what it gets. */
interface Attempt {
  does: string;
  code: string;
  refused: RegExp;
}

/** By what browsers and the workbench offer to any code. */
export const HOSTILE: readonly Attempt[] = [
  {
    does: 'reads the page around it',
    code: `return parent.document.title`,
    refused: /SecurityError/,
  },
  {
    does: 'reads a global of the page around it',
    code: `return String(parent.__reelportShare)`,
    refused: /SecurityError/,
  },
  {
    does: 'sends the window elsewhere',
    code: `top.location.href = '/home'`,
    refused: /SecurityError/,
  },
  {
    does: 'reads the storage',
    code: `return localStorage.length`,
    refused: /SecurityError/,
  },
  {
    does: 'reads the storage of the tab',
    code: `return sessionStorage.length`,
    refused: /SecurityError/,
  },
  {
    does: 'reads cookies',
    code: `return document.cookie`,
    refused: /SecurityError/,
  },
  {
    does: 'reads the cookie store',
    code: `return (await globalThis.cookieStore.getAll()).length`,
    refused: /refused|TypeError/,
  },
  {
    does: 'opens a database',
    code: `await new Promise((resolve, reject) => { const r = indexedDB.open('x'); r.onsuccess = resolve; r.onerror = () => reject(r.error); })`,
    refused: /SecurityError/,
  },
  {
    does: 'opens a cache',
    code: `await caches.open('x')`,
    refused: /SecurityError|ReferenceError/,
  },
  {
    does: 'registers a service worker',
    code: `await navigator.serviceWorker.register('/x.js')`,
    refused: /TypeError|SecurityError|InvalidStateError/,
  },
  {
    does: 'calls the server by itself',
    code: `return (await fetch('/api/account')).status`,
    refused: /TypeError/,
  },
  {
    does: 'calls another server',
    code: `return (await fetch('https://example.com/')).status`,
    refused: /TypeError/,
  },
  {
    does: 'calls the server the old way',
    code: `await new Promise((resolve, reject) => { const r = new XMLHttpRequest(); r.open('GET', '/api/account'); r.onload = resolve; r.onerror = () => reject(new TypeError('no')); r.send(); })`,
    refused: /TypeError/,
  },
  {
    does: 'opens a socket',
    code: `await new Promise((resolve, reject) => { const s = new WebSocket('ws://' + location.host); s.onopen = resolve; s.onerror = () => reject(new TypeError('no')); })`,
    refused: /TypeError|SecurityError/,
  },
  {
    does: 'opens a peer connection',
    code: `new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:9' }] }).createDataChannel('x')`,
    refused: /refused: ReferenceError/,
  },
  {
    does: 'opens a peer connection under its old name',
    code: `new webkitRTCPeerConnection({ iceServers: [] })`,
    refused: /refused: ReferenceError/,
  },
  {
    does: 'takes the peer connection of a frame of its own',
    code: `const inner = document.body.appendChild(document.createElement('iframe')); new inner.contentWindow.RTCPeerConnection()`,
    refused: /refused: (SecurityError|TypeError)/,
  },
  {
    does: 'asks the server by a picture',
    code: `await new Promise((resolve, reject) => { const i = new Image(); i.onload = resolve; i.onerror = () => reject(new TypeError('no')); i.src = '/api/account?told=1'; })`,
    refused: /TypeError/,
  },
  {
    does: 'loads a script from elsewhere',
    code: `await import('https://example.com/evil.mjs')`,
    refused: /TypeError/,
  },
  {
    does: 'makes a script of text',
    code: `await import('data:text/javascript,1')`,
    refused: /TypeError/,
  },
  {
    does: 'makes code of text',
    code: `return (0, eval)('1')`,
    refused: /EvalError/,
  },
  {
    does: 'opens a window',
    code: `if (window.open('/home') === null) throw new TypeError('no window')`,
    refused: /no window/,
  },
  {
    does: 'reads the clipboard',
    code: `return await navigator.clipboard.readText()`,
    refused: /TypeError|NotAllowedError/,
  },
  {
    does: 'asks for a service that was not granted',
    code: `return String(context.tryGet(token('session', 1)))`,
    refused: /got: undefined/,
  },
  {
    does: 'asks for the calls that were not granted',
    code: `return String(context.tryGet(token('http', 1)))`,
    refused: /got: undefined/,
  },
  {
    does: 'asks for the kernel’s other plugins',
    code: `return String(context.tryGet(token('events', 1)))`,
    refused: /got: undefined/,
  },
];

/** By messages to the workbench past the kit that would keep it from them. */
export const FORGED: readonly Attempt[] = [
  {
    does: 'asks for calls without a grant',
    code: `return await call('send', 'a', { method: 'GET', path: '/api/account', bare: false, handlesErrors: true })`,
    refused: /no such thing/,
  },
  {
    does: 'asks a question without a grant',
    code: `return await call('ask', { title: 'x', destructive: false })`,
    refused: /no such thing/,
  },
  {
    does: 'reaches for the Function of the workbench',
    code: `return await forge({ type: 'APPLY', path: ['constructor', 'constructor'], argumentList: [{ type: 'RAW', value: 'alert(1)' }] })`,
    refused: /no such thing/,
  },
  {
    does: 'reads what stands there',
    code: `return await forge({ type: 'GET', path: ['toast'] })`,
    refused: /no such thing/,
  },
  {
    does: 'changes what all objects have',
    code: `return await forge({ type: 'SET', path: ['__proto__', 'polluted'], value: { type: 'RAW', value: 1 } })`,
    refused: /no such thing/,
  },
  {
    does: 'opens another end',
    code: `return await forge({ type: 'ENDPOINT', path: [] })`,
    refused: /no such thing/,
  },
  {
    does: 'passes a port as an argument',
    code: `return await forge({ type: 'APPLY', path: ['toast'], argumentList: [{ type: 'HANDLER', name: 'proxy', value: 1 }] })`,
    refused: /no such thing/,
  },
  {
    does: 'reads texts of others',
    code: `return await call('texts', 'zh', '../account')`,
    refused: /texts:/,
  },
  {
    does: 'goes out of the workbench',
    code: `return await call('go', '//example.com/', false)`,
    refused: /go:/,
  },
  {
    does: 'goes out of the workbench by a whole address',
    code: `return await call('go', 'https://example.com/', false)`,
    refused: /go:/,
  },
  {
    does: 'plants a login into the address',
    code: `return await call('go', '/hostile?access%5Ftoken=theirs', false)`,
    refused: /go:/,
  },
  {
    does: 'fills the storage',
    code: `return await call('keep', 'a', 'x'.repeat(300_000))`,
    refused: /more than a plugin may keep/,
  },
  {
    does: 'adds a command in the name of others',
    code: `return await call('addCommand', 'x', 'shell:name')`,
    refused: /no text of the plugin/,
  },
];
