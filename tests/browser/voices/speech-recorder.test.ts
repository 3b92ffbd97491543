import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import { SpeechRecorder } from '#plugins/voices/web/add/SpeechRecorder.ts';

/** A microphone that is on until it is stopped. */
class Microphone {
  isOn = true;
  readonly track = { stop: () => (this.isOn = false) };
  getTracks = () => [this.track];
}

/** Records as browsers do: it tells that it has stopped a moment later. */
class Recorder {
  static all: Recorder[] = [];
  static isBroken = false;
  static isTypeSupported = () => true;
  readonly mimeType = 'audio/webm;codecs=opus';
  state = 'inactive';
  ondataavailable: ((event: { data: Blob }) => void) | null = null;
  onstop: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    Recorder.all.push(this);
  }

  start(): void {
    if (Recorder.isBroken) throw new DOMException('no encoder', 'NotSupportedError');
    this.state = 'recording';
  }

  stop(): void {
    this.state = 'inactive';
    queueMicrotask(() => {
      this.ondataavailable?.({ data: new Blob(['said']) });
      this.onstop?.();
    });
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
/** Prompts that are open; each is answered by hand. */
let prompts: PromiseWithResolvers<Microphone>[] = [];
let files: File[] = [];
const done = (file: File): void => void files.push(file);
/** Answers the oldest prompt. */
async function allow(): Promise<Microphone> {
  const microphone = new Microphone();
  prompts.shift()?.resolve(microphone);
  await settle();
  return microphone;
}

beforeEach(() => {
  Recorder.all = [];
  Recorder.isBroken = false;
  prompts = [];
  files = [];
  const getUserMedia = () => {
    const prompt = Promise.withResolvers<Microphone>();
    prompts.push(prompt);
    return prompt.promise;
  };
  rs.stubGlobal('MediaRecorder', Recorder);
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
});
afterEach(() => {
  rs.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

test('what is recorded is handed over when it is stopped, and the microphone is off again', async () => {
  const recorder = new SpeechRecorder();
  void recorder.start({}, 30, done);
  const microphone = await allow();
  expect([recorder.isRecording, microphone.isOn]).toEqual([true, true]);
  recorder.stop();
  await settle();
  expect([recorder.isRecording, microphone.isOn]).toEqual([false, false]);
  expect(files.map(({ name }) => name)).toEqual(['recording.webm']);
});

test('whoever leaves while the browser still asks is not recorded once it is allowed', async () => {
  const recorder = new SpeechRecorder();
  void recorder.start({}, 30, done);
  recorder.dispose();
  const microphone = await allow();
  expect([recorder.isRecording, microphone.isOn, Recorder.all.length]).toEqual([false, false, 0]);
});

test('a second press while the browser asks records once, by one microphone', async () => {
  const recorder = new SpeechRecorder();
  void recorder.start({}, 30, done);
  void recorder.start({}, 30, done);
  const [first, second] = [await allow(), await allow()];
  expect([first.isOn, second.isOn, Recorder.all.length]).toEqual([false, true, 1]);
  recorder.stop();
  await settle();
  expect([second.isOn, files.length]).toEqual([false, 1]);
});

test('an answer to a prompt that nobody waits for any more is no failure', async () => {
  const recorder = new SpeechRecorder();
  void recorder.start({}, 30, done);
  recorder.stop();
  prompts.shift()?.reject(new DOMException('no', 'NotAllowedError'));
  await settle();
  expect(recorder.fault).toBe(null);
});

test('a browser that cannot record what it was asked to says so, with the microphone off', async () => {
  Recorder.isBroken = true;
  const recorder = new SpeechRecorder();
  void recorder.start({}, 30, done);
  const microphone = await allow();
  expect([recorder.isRecording, recorder.fault, microphone.isOn]).toEqual([false, 'failed', false]);
});

test('of a recording that has broken off nothing is sent', async () => {
  const recorder = new SpeechRecorder();
  void recorder.start({}, 30, done);
  const microphone = await allow();
  const [own] = Recorder.all;
  own?.onerror?.();
  own?.stop();
  await settle();
  expect([recorder.fault, microphone.isOn, files]).toEqual(['failed', false, []]);
});
