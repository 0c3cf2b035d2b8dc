// The sound of a turn that begins.

const LOUDEST = 0.2;
const SILENCE = 0.0001; // an exponential ramp cannot reach 0

/** Play two soft tones, as loud as the settings say. A browser plays them only after the person has touched the page. */
export function chime() {
  const loudness = (LOUDEST * Settings.get("volume")) / 100;
  if (!loudness || !navigator.userActivation?.hasBeenActive) return;
  const audio = new AudioContext();
  [660, 880].forEach((pitch, at) => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + at * 0.18;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(SILENCE, start);
    volume.gain.exponentialRampToValueAtTime(loudness, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(SILENCE, start + 0.6);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.65);
  });
  setTimeout(() => audio.close(), 1500);
}
