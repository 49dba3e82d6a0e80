/** A few soft sounds, made of tones and noise. */

/** @type {AudioContext | null} */
let context = null;

/** Tones as [start in s, pitch in Hz, length in s, pitch at the end]. */
const TUNES = {
  my_move: [
    [0.3, 523, 0.22],
    [0.44, 784, 0.4],
  ],
  placed: [[0, 196, 0.12]],
  drop: [
    [0.23, 1900, 0.03, 900],
    [0.235, 150, 0.34, 46],
  ],
  award: [
    [0, 659, 0.16],
    [0.1, 880, 0.3],
  ],
  over: [
    [0.4, 392, 0.3],
    [0.58, 494, 0.3],
    [0.76, 587, 0.3],
    [0.94, 784, 0.7],
  ],
};

/**
 * @param {keyof typeof TUNES} name
 * @param {number} volume  0 to 1
 */
export function playTune(name, volume) {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const out = new GainNode(context, { gain: volume ** 2 });
  out.connect(context.destination);
  const now = context.currentTime;
  if (name === "drop") whoosh(out, now, 0.23);
  for (const [start, pitch, length, end] of TUNES[name]) tone(out, now + start, pitch, length, end);
}

/**
 * @param {GainNode} out
 * @param {number} start
 * @param {number} pitch
 * @param {number} length
 * @param {number} [end]
 */
function tone(out, start, pitch, length, end = pitch) {
  const source = new OscillatorNode(out.context, { type: end < 200 && pitch < 200 ? "sine" : "triangle" });
  source.frequency.setValueAtTime(pitch, start);
  source.frequency.exponentialRampToValueAtTime(end, start + length);
  const swell = new GainNode(out.context, { gain: 0 });
  swell.gain.setValueAtTime(0, start);
  swell.gain.linearRampToValueAtTime(pitch < 200 ? 0.5 : 0.22, start + 0.012);
  swell.gain.exponentialRampToValueAtTime(0.0008, start + length);
  source.connect(swell).connect(out);
  source.start(start);
  source.stop(start + length + 0.02);
}

/**
 * The air round a falling tile: noise whose band sinks.
 * @param {GainNode} out
 * @param {number} start
 * @param {number} length
 */
function whoosh(out, start, length) {
  const { context } = out;
  const buffer = new AudioBuffer({
    length: Math.ceil(context.sampleRate * length),
    sampleRate: context.sampleRate,
  });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() - 0.5) * Math.sin((Math.PI * i) / samples.length);
  const source = new AudioBufferSourceNode(context, { buffer });
  const band = new BiquadFilterNode(context, { type: "bandpass", frequency: 1100, Q: 0.8 });
  band.frequency.exponentialRampToValueAtTime(320, start + length);
  source.connect(band).connect(out);
  source.start(start);
}
