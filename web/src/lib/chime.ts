/** In seconds. */
const length = 0.18

/** Two soft tones, made here: there is no file to wait for. */
export function playChime() {
  const context = new AudioContext()
  tone(context, 660, 0)
  tone(context, 880, length * 0.6).addEventListener('ended', () => void context.close())
}

function tone(context: AudioContext, pitch: number, after: number) {
  const begin = context.currentTime + after
  const oscillator = new OscillatorNode(context, { frequency: pitch })
  const volume = new GainNode(context, { gain: 0 })
  volume.gain.linearRampToValueAtTime(0.08, begin + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(begin)
  oscillator.stop(begin + length)
  return oscillator
}
