// No content security policy covers WebRTC: it would let a plugin send data out of its frame. A frame inside this one has
// an origin of its own, too, and cannot give it back. Must be imported before any code of a plugin.
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection']) {
  Reflect.deleteProperty(globalThis, name);
}
