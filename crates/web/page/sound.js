// The sound of a move, if the reader switched it on.

/** @type {AudioContext | undefined} */
let context;

export const sounds = () => localStorage.getItem("sound") === "on";

/** A short knock on wood; lower for the other side. @param {boolean} own */
export function knock(own) {
  if (!sounds() || document.hidden) return;
  context ??= new AudioContext();
  const [tone, volume, now] = [context.createOscillator(), context.createGain(), context.currentTime];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(own ? 420 : 300, now);
  tone.frequency.exponentialRampToValueAtTime(90, now + 0.07);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
