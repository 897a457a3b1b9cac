const lengthSeconds = 0.18

/** Synthesizes two soft tones, so that no audio file has to load. */
export function playChime() {
  const context = new AudioContext()
  tone(context, 660, 0)
  tone(context, 880, lengthSeconds * 0.6).addEventListener('ended', () => void context.close())
}

function tone(context: AudioContext, pitch: number, after: number) {
  const begin = context.currentTime + after
  const oscillator = new OscillatorNode(context, { frequency: pitch })
  const volume = new GainNode(context, { gain: 0 })
  volume.gain.linearRampToValueAtTime(0.08, begin + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.001, begin + lengthSeconds)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(begin)
  oscillator.stop(begin + lengthSeconds)
  return oscillator
}
